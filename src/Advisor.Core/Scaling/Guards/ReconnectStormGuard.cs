using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Forbids scale-ins after a reconnect storm: clients that reconnect all at once, after a failure or a restart of the app servers, leave
/// fewer connections for some minutes without a lower requirement, and a scale-in would drop connections again.
/// </summary>
internal sealed class ReconnectStormGuard : Guard
{
    public override string Code => ReasonCodes.ReconnectStorm;

    public override int LimitStep(DecisionContext context, int wanted) =>
        FindTimeLeft(context) is not null ? Math.Max(wanted, context.CurrentStep) : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"At {Minutes.ToInstant(context.State.StormMinute!.Value):HH:mm} UTC clients opened more than "
        + $"{context.Rules.Policy.ConnectionRatePerUnit:0.##} connections a second per unit, which Advisor treats as a "
        + $"reconnect storm: no scale-in for {Wording.FormatDuration(FindTimeLeft(context)!.Value)}.";

    private static TimeSpan? FindTimeLeft(DecisionContext context) =>
        context.State.StormMinute is { } at
        && context.Rules.Policy.ReconnectStormHold - TimeSpan.FromMinutes(context.State.MeasuredMinute - at) is var left
        && left > TimeSpan.Zero
            ? left
            : null;
}
