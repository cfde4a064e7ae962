using Advisor.Core.Rules;

namespace Advisor.Core.Decisions;

/// <summary>Phase of an alert.</summary>
public enum AlertPhase
{
    /// <summary>Not active: it has just resolved, or is kept only because it flapped.</summary>
    Quiet,

    /// <summary>The condition holds, but not yet for its pending period.</summary>
    Pending,

    Firing,

    /// <summary>
    /// Was firing, and its number has been missing for longer than the last one may be used. Neither repeated nor resolved.
    /// </summary>
    NoData,
}

/// <summary>An alert after an evaluation. Stored and sent are id, severity, state and suppression.</summary>
/// <param name="Id">Id of the condition in rules/alerts.yaml.</param>
/// <param name="Phase">Phase; quiet if the alert resolved in this evaluation.</param>
/// <param name="SuppressedBy">Reason why notifications of the alert are suppressed; null if they are not, or that is not known.</param>
public sealed record Alert(string Id, AlertSeverity Severity, AlertPhase Phase, string? SuppressedBy = null)
{
    /// <summary>Time at which its condition began to hold; null when not known.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>Whether its team was notified of the alert and not yet of its end.</summary>
    public bool IsNotified { get; init; }

    /// <summary>Whether the alert fired and cleared so often that it resolves later than usual.</summary>
    public bool IsFlapping { get; init; }

    public bool IsFiring => Phase == AlertPhase.Firing;
}

/// <summary>The names of severities and phases in JSON, metrics and texts.</summary>
public static class AlertNames
{
    private static readonly string[] Severities = ["info", "warning", "error", "critical"],
        Phases = ["resolved", "pending", "firing", "noData"];

    public static string FormatName(this AlertSeverity severity) => Severities[(int)severity];

    public static string FormatName(this AlertPhase phase) => Phases[(int)phase];

    /// <summary>Returns the severity with a name; null for any other text.</summary>
    public static AlertSeverity? FindSeverity(string? name) =>
        Array.IndexOf(Severities, name) is >= 0 and var number ? (AlertSeverity)number : null;

    /// <summary>Returns the phase with a name; null for any other text.</summary>
    public static AlertPhase? FindPhase(string? name) => Array.IndexOf(Phases, name) is >= 0 and var number ? (AlertPhase)number : null;
}
