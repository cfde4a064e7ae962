namespace Advisor.Service.ObservationLines;

/// <summary>Problem that kept a line from being processed.</summary>
/// <param name="Code">Stable code: InvalidJson, MissingField, InvalidField, LineTooLong or ProgramFault.</param>
/// <param name="Text">One sentence that names the field.</param>
public sealed record ObservationLineProblem(string Code, string Text)
{
    private const string FaultCode = "ProgramFault";

    public static ObservationLineProblem NotJson(string why) => new("InvalidJson", why);

    /// <summary>The exception of a fault of the program; null for a problem of the line.</summary>
    public Exception? Cause { get; private init; }

    /// <summary>Whether this is a fault of the program, not of the line.</summary>
    public bool IsFault => Code == FaultCode;

    /// <summary>Creates the problem for an unexpected exception, which must not end the program.</summary>
    public static ObservationLineProblem Fault(Exception fault) =>
        new(
            FaultCode,
            $"A fault of the program ({fault.GetType().Name}): nothing was learned from this line. Please report it with the line."
        )
        {
            Cause = fault,
        };

    public static ObservationLineProblem Missing(string field) => new("MissingField", $"The field {field} is missing.");

    public static ObservationLineProblem Invalid(string field, string expected) => new("InvalidField", $"The field {field} is {expected}.");
}
