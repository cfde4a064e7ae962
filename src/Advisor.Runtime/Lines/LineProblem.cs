namespace Advisor.Runtime.Lines;

/// <summary>Why a line could not be read.</summary>
/// <param name="Code">Stable word: InvalidJson, MissingField, InvalidField, LineTooLong or ProgramFault.</param>
/// <param name="Text">One sentence that names the field.</param>
public sealed record LineProblem(string Code, string Text)
{
    private const string FaultCode = "ProgramFault";

    public static LineProblem NotJson(string why) => new("InvalidJson", why);

    /// <summary>Whether the program is at fault, and not the line.</summary>
    public bool IsFault => Code == FaultCode;

    /// <summary>What no line should cause, and no line may end the program by.</summary>
    public static LineProblem Fault(Exception fault) =>
        new(FaultCode, $"A fault of the program ({fault.GetType().Name}): nothing was learned from this line. Please report it with the line.");

    public static LineProblem Missing(string field) => new("MissingField", $"The field {field} is missing.");

    public static LineProblem Invalid(string field, string expected) => new("InvalidField", $"The field {field} is {expected}.");
}
