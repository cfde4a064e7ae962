namespace Advisor.Service.Telemetry;

/// <summary>
/// Names of Advisor's own metrics and spans. Each project has its own instruments, all on meters and activity sources of one name; they
/// cost nothing unless an executable exports them. Tags are constants of this program, never ids, names or URLs from outside, so the number
/// of series does not depend on the fleet. docs/telemetry.md lists them.
/// </summary>
public static class TelemetryNames
{
    /// <summary>Name of the meters and activity sources.</summary>
    public const string Source = "Advisor";

    public const string ActionTag = "advisor.action";
    public const string ReasonTag = "advisor.reason";
    public const string OutcomeTag = "advisor.outcome";
    public const string ApiTag = "advisor.api";
    public const string OperationTag = "advisor.operation";
    public const string StatusClassTag = "advisor.status_class";
    public const string ErrorTag = "error.type";
}
