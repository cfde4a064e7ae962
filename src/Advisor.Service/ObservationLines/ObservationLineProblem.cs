namespace Advisor.Service.ObservationLines;

/// <summary>Why a line could not be read.</summary>
/// <param name="Code">Stable word: InvalidJson, MissingField, InvalidField, LineTooLong or ProgramFault.</param>
/// <param name="Text">One sentence that names the field.</param>
public sealed record ObservationLineProblem(string Code, string Text)
{
    private const string FaultCode = "ProgramFault";

    public static ObservationLineProblem NotJson(string why) => new("InvalidJson", why);

    /// <summary>Whether the program is at fault, and not the line.</summary>
    public bool IsFault => Code == FaultCode;

    /// <summary>What no line should cause, and no line may end the program by.</summary>
    public static ObservationLineProblem Fault(Exception fault) =>
        new(
            FaultCode,
            $"A fault of the program ({fault.GetType().Name}): nothing was learned from this line. Please report it with the line."
        );

    public static ObservationLineProblem Missing(string field) => new("MissingField", $"The field {field} is missing.");

    public static ObservationLineProblem Invalid(string field, string expected) => new("InvalidField", $"The field {field} is {expected}.");
}
