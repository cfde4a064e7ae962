using Advisor.Core.Decisions;

namespace Advisor.Core.Alerting;

/// <summary>Alert between two evaluations.</summary>
/// <param name="Since">Time at which its condition began to hold.</param>
/// <param name="IsNotified">Whether its team was notified of the alert and not yet of its end.</param>
public sealed record ActiveAlert(AlertStatus Status, DateTimeOffset? Since, bool IsNotified, bool IsFlapping);
