namespace Advisor.Runtime.Lines;

/// <summary>Why a line could not be read.</summary>
/// <param name="Code">Stable word: InvalidJson, MissingField, InvalidField or LineTooLong.</param>
/// <param name="Text">One sentence that names the field.</param>
public sealed record LineProblem(string Code, string Text)
{
    public static LineProblem NotJson(string why) => new("InvalidJson", why);

    public static LineProblem Missing(string field) => new("MissingField", $"The field {field} is missing.");

    public static LineProblem Invalid(string field, string expected) => new("InvalidField", $"The field {field} is {expected}.");
}
