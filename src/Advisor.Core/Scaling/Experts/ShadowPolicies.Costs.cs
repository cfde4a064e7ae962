namespace Advisor.Core.Scaling.Experts;

/// <content>Costs of the runs, weekdays and weekends apart, and the weights that follow from them.</content>
internal sealed partial class ShadowPolicies
{
    // Costs of the other kind of day count this much: a free Saturday says little of Monday, and much where no Monday is known.
    private const double OtherDaysShare = 0.1;

    /// <summary>Charges the minute of the metrics: its units, and overload if they were too few.</summary>
    private void AddCosts(in ShadowStep now)
    {
        var then = Math.Max(now.MeasuredMinute, now.DecisionMinute - MinutesKept + 1) % MinutesKept;
        var sizesThen = recentSizes.AsSpan(then * SizingExperts.Count, SizingExperts.Count);
        Span<double> charge = stackalloc double[Steps];
        var required = now.Ladder[now.Ladder.FindIndexAtLeast(now.UnitsRequired)];
        for (var step = 0; step < charge.Length; step++)
        {
            var units = now.Ladder[step];
            charge[step] = (now.Prices.Unit * units) + (units < required ? now.Prices.Overload * required : 0);
        }

        for (var rule = 0; rule < SizingExperts.Count; rule++)
        {
            costs[rule] = (costs[rule] * Decay) + charge[sizesThen[rule]];
        }

        foreach (var past in now.Corrected)
        {
            if (past.Minute > now.DecisionMinute - MinutesKept)
            {
                AddOverload(now, past);
            }
        }
    }

    /// <summary>Charges the overload of a past minute that was not known then.</summary>
    private void AddOverload(in ShadowStep now, in CorrectedMinute past)
    {
        var (before, after) = (now.Ladder[now.Ladder.FindIndexAtLeast(past.Before)], now.Ladder[now.Ladder.FindIndexAtLeast(past.After)]);
        var sizesThen = recentSizes.AsSpan(past.Minute % MinutesKept * SizingExperts.Count, SizingExperts.Count);
        for (var rule = 0; rule < SizingExperts.Count; rule++)
        {
            var units = now.Ladder[sizesThen[rule]];
            costs[rule] += now.Prices.Overload * ((units < after ? after : 0) - (units < before ? before : 0));
        }
    }

    /// <summary>Continues with the costs of the other kind of day.</summary>
    private void UseOtherCosts()
    {
        for (var rule = 0; rule < SizingExperts.Count; rule++)
        {
            (costs[rule], otherCosts[rule]) = (otherCosts[rule], (float)costs[rule]);
        }

        isWeekend = !isWeekend;
    }

    private float[] ComputeWeights()
    {
        Span<double> weighted = stackalloc double[SizingExperts.Count];
        for (var rule = 0; rule < weighted.Length; rule++)
        {
            weighted[rule] = costs[rule] + (OtherDaysShare * otherCosts[rule]);
        }

        return ExpertWeights.FromCosts(weighted);
    }
}
