using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>A change of size that is in progress, or that Advisor wants, and that has not taken effect.</summary>
/// <param name="Since">First of the evaluations in a row that found it so.</param>
/// <param name="Units">Units in force since then; null = not known.</param>
public sealed record AwaitedChange(DateTimeOffset Since, int? Units)
{
    /// <summary>
    /// Returns what is awaited as of an evaluation; null when nothing is. A resource whose units have changed starts over: one that grows
    /// all morning waits for no change.
    /// </summary>
    public static AwaitedChange? Observe(AwaitedChange? before, Decision? decision, AlertFacts facts, DateTimeOffset now) =>
        !facts.ChangeInProgress && !(facts.ActsByItself && OverloadHandling.IsChange(decision)) ? null
        : before?.Units == facts.UnitsInForce && before?.Since <= now ? before
        : new(now, facts.UnitsInForce);

    /// <summary>Whether it has been awaited for so long that it waits, is stuck or is refused, and explains no alert any more.</summary>
    public bool IsOverdue(AlertRules rules, DateTimeOffset now) => now - Since >= rules.ChangeExplainsFor;
}
