extension ResolvedTemplate {
    /// The file name errors show for values given by the user.
    public static let givenValues = "--set"

    /// Checks `values` against the parameters and applies the defaults.
    public func bind(_ values: [String: String]) throws(TemplateError) -> BoundTemplate {
        let known = Dictionary(parameters.map { ($0.name, $0) }) { first, _ in first }
        for name in values.keys.sorted() where known[name] == nil {
            throw TemplateError(
                file: Self.givenValues,
                message: "\(self.name) has no parameter \(shown(name))",
                hint: nameHint(for: name, among: Array(known.keys))
            )
        }
        var texts: [String: String] = [:]
        var checked: [String: ParameterValue] = [:]
        for parameter in parameters {
            let text = try text(of: parameter, among: known, given: values)
            do throws(QuantityError) {
                checked[parameter.name] = try ParameterValue(text, as: parameter.type)
                texts[parameter.name] = text
            } catch {
                if values[parameter.name] != nil {
                    throw TemplateError(
                        file: Self.givenValues,
                        message: "\(parameter.name): \(error.message)",
                        hint: error.hint
                    )
                }
                throw parameter.error("the default of \(parameter.name): \(error.message)", hint: error.hint)
            }
        }
        return BoundTemplate(template: self, texts: texts, values: checked)
    }

    /// The given text, or the default with `${other}` followed to its end.
    private func text(
        of parameter: Parameter,
        among known: [String: Parameter],
        given: [String: String]
    ) throws(TemplateError) -> String {
        var current = parameter
        for _ in 0..<Self.longestReferenceChain {
            if let text = given[current.name] { return text }
            guard let reference = current.defaultReference else {
                if let text = current.defaultValue { return text }
                throw current.error(
                    "\(current.name) has no default and was not given",
                    hint: "Give it with --set \(current.name)=VALUE."
                )
            }
            guard let next = known[reference] else {
                throw current.error(
                    "the default of \(current.name): there is no parameter \(shown(reference))",
                    hint: nameHint(for: reference, among: Array(known.keys))
                )
            }
            current = next
        }
        throw parameter.error(
            "the default of \(parameter.name) follows itself",
            hint: "Write a value instead of ${...} in one of the rows."
        )
    }

    /// The most `${other}` a default may follow.
    private static var longestReferenceChain: Int { 16 }
}
