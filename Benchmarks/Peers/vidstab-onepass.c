/* Runs libvidstab in one pass, without a look ahead, over raw I420 frames from standard input to standard output.
   Usage: vidstab-onepass WIDTH HEIGHT SMOOTHING */
#include <stdio.h>
#include <stdlib.h>
#include <vid.stab/libvidstab.h>

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: vidstab-onepass WIDTH HEIGHT SMOOTHING\n");
        return 64;
    }
    int width = atoi(arguments[1]), height = atoi(arguments[2]);
    VSFrameInfo info;
    if (!vsFrameInfoInit(&info, width, height, PF_YUV420P)) return 70;

    VSMotionDetectConfig detection = vsMotionDetectGetDefaultConfig("onepass");
    detection.shakiness = 10;
    detection.accuracy = 9;
    detection.numThreads = 1;
    VSMotionDetect detector;
    if (vsMotionDetectInit(&detector, &detection, &info) != VS_OK) return 70;

    VSTransformConfig configuration = vsTransformGetDefaultConfig("onepass");
    configuration.smoothing = atoi(arguments[3]);
    configuration.crop = VSCropBorder;
    configuration.optZoom = 0;
    configuration.zoom = 11;
    VSTransformData transformer;
    if (vsTransformDataInit(&transformer, &configuration, &info, &info) != VS_OK) return 70;

    size_t size = (size_t)width * height * 3 / 2;
    unsigned char *input = malloc(size), *output = malloc(size);
    if (!input || !output) return 70;
    VSSlidingAvgTrans average = {0};
    while (fread(input, 1, size, stdin) == size) {
        VSFrame source = {{input, input + width * height, input + width * height * 5 / 4}, {width, width / 2, width / 2}};
        VSFrame target = {{output, output + width * height, output + width * height * 5 / 4},
                          {width, width / 2, width / 2}};
        LocalMotions motions;
        if (vsMotionDetection(&detector, &motions, &source) != VS_OK) return 70;
        VSTransform motion = vsMotionsToTransform(&transformer, &motions, NULL);
        vs_vector_del(&motions);
        VSTransform correction = vsLowPassTransforms(&transformer, &average, &motion);
        if (vsTransformPrepare(&transformer, &source, &target) != VS_OK) return 70;
        if (vsDoTransform(&transformer, correction) != VS_OK) return 70;
        if (vsTransformFinish(&transformer) != VS_OK) return 70;
        if (fwrite(output, 1, size, stdout) != size) return 74;
    }
    vsMotionDetectionCleanup(&detector);
    vsTransformDataCleanup(&transformer);
    free(input);
    free(output);
    return 0;
}
