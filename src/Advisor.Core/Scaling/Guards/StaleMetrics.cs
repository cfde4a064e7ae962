using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Metrics older than the policy's <c>staleAfter</c> say nothing about now: the size stays, announced floors apart.</summary>
internal sealed class StaleMetrics : Guard
{
    public override string Code => ReasonCodes.StaleMetrics;

    public override int Allowed(Situation s, int wanted) =>
        s.IsStale ? Math.Max(s.InForce, Math.Min(wanted, KnownNeed.Announced(s))) : wanted;

    public override bool Speaks(Situation s) => s.IsStale;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"The newest metrics are {Wording.Duration(s.Age)} old, more than {Wording.Duration(s.Rules.Policy.StaleAfter)}: the size stays.");
}
