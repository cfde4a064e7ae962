namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// Shadow run of every expert of <see cref="SizingExperts"/>: since scaling does not change the demand, each expert can size a simulated
/// resource of its own for the same requirement and be charged for it. Recent cost, mostly that of the same kind of day (weekday
/// or weekend), decides the weight of each (<see cref="ExpertWeights"/>), updated every half hour.
/// </summary>
internal sealed partial class ShadowPolicies
{
    /// <summary>Minutes of which the sizes are known, and whose overload can be corrected.</summary>
    public const int MinutesKept = 16;

    private const int DelayMinutes = 4,
        WeighEveryMinutes = 30;
    private const double HalfLifeMinutes = 5760;
    private static readonly double Decay = Math.Pow(0.5, 1 / HalfLifeMinutes);

    private const byte NoChange = byte.MaxValue;
    private const int Never = int.MinValue / 2;

    private readonly byte[] sizes = new byte[SizingExperts.Count];
    private readonly byte[] requested = new byte[SizingExperts.Count];
    private readonly byte[] delays = new byte[SizingExperts.Count];
    private readonly byte[] votes = new byte[SizingExperts.Count];
    private readonly byte[] recentSizes = new byte[MinutesKept * SizingExperts.Count];
    private readonly double[] costs = new double[SizingExperts.Count];

    // Weekdays and weekends are charged apart; these are the costs of the kind of day that it is not.
    private readonly float[] otherCosts = new float[SizingExperts.Count];
    private bool isWeekend;
    private readonly int[] triggeredAt;
    private float[] weights;
    private int minute;
    private int weighedAt;

    /// <summary>Creates new runs, all at the size in force, as if it had just been requested.</summary>
    public ShadowPolicies(int steps, int sizeInForce, int minute)
    {
        Array.Fill(sizes, (byte)sizeInForce);
        Array.Fill(requested, NoChange);
        Array.Fill(recentSizes, (byte)sizeInForce);
        weights = ExpertWeights.CreateEqual();
        triggeredAt = new int[SizingExperts.Triggers * steps];
        for (var i = 0; i < triggeredAt.Length; i++)
        {
            triggeredAt[i] = i % steps <= sizeInForce ? minute : Never;
        }

        (this.minute, weighedAt) = (minute - 1, minute / WeighEveryMinutes);
    }

    private ShadowPolicies(ShadowPolicies from)
    {
        from.sizes.CopyTo(sizes, 0);
        from.requested.CopyTo(requested, 0);
        from.delays.CopyTo(delays, 0);
        from.recentSizes.CopyTo(recentSizes, 0);
        from.costs.CopyTo(costs, 0);
        from.otherCosts.CopyTo(otherCosts, 0);
        isWeekend = from.isWeekend;
        triggeredAt = [.. from.triggeredAt];
        (weights, minute, weighedAt) = (from.weights, from.minute, from.weighedAt);
    }

    private ShadowPolicies(int[] askedAt, float[] weights) => (this.triggeredAt, this.weights) = (askedAt, weights);

    /// <summary>Number of steps of the ladder that the runs use.</summary>
    public int Steps => triggeredAt.Length / SizingExperts.Triggers;

    /// <summary>Returns runs advanced by one minute, after which each expert votes for a size of the real resource.</summary>
    public ShadowPolicies Advance(in ShadowStep now)
    {
        var next = new ShadowPolicies(this);
        next.AdvanceInPlace(now);
        return next;
    }

    /// <summary>Does the same as <see cref="Advance"/> in place. Only for runs that no state has.</summary>
    public void AdvanceInPlace(in ShadowStep now)
    {
        // Longer than needed, since they are read sixteen at a time.
        Span<byte> tops = stackalloc byte[(SizingExperts.Triggers * SizingExperts.HoldingTimes) + ExpertLanes.Count];
        Span<byte> floors = stackalloc byte[ExpertLanes.Count];
        Span<byte> triggerSteps = stackalloc byte[SizingExperts.Triggers + ExpertLanes.Count];
        UpdateTriggers(now, triggerSteps, tops);
        for (var i = 1; i < SizingExperts.Floors; i++)
        {
            floors[i] = (byte)now.Ladder.FindIndexAtLeast(now.FloorUnits[i]);
        }

        if (now.IsWeekend != isWeekend)
        {
            UseOtherCosts();
        }

        ApplyDueChanges(now);
        AddCosts(now);
        RequestSizes(now, triggerSteps, tops, floors);
        if (now.UsesWeights && now.DecisionMinute / WeighEveryMinutes != weighedAt)
        {
            (weights, weighedAt) = (ComputeWeights(), now.DecisionMinute / WeighEveryMinutes);
        }
    }

    /// <summary>Returns the weighted median of the experts' votes, as a step of the ladder.</summary>
    public int ComputeAgreedStep() => ExpertWeights.ComputeWeightedMedian(votes, weights, Steps);

    /// <summary>
    /// Records the step that each trigger requests now; returns it, and the highest one requested within each holding time.
    /// </summary>
    private void UpdateTriggers(in ShadowStep now, Span<byte> triggerSteps, Span<byte> tops)
    {
        Span<int> holdingMinutes = stackalloc int[SizingExperts.HoldingTimes];
        if (now.UsesRetention)
        {
            SizingExperts.WriteRetentionMinutes(now.Prices, holdingMinutes);
        }

        for (var trigger = 0; trigger < SizingExperts.Triggers; trigger++)
        {
            var steps = triggeredAt.AsSpan(trigger * Steps, Steps);
            triggerSteps[trigger] = (byte)now.Ladder.FindIndexAtLeast(now.TriggerUnits[trigger]);
            steps[..(triggerSteps[trigger] + 1)].Fill(now.DecisionMinute);

            // A step is requested whenever a higher one is, so it was requested no earlier, and a longer holding time reaches no lower.
            var top = Steps - 1;
            for (var holding = SizingExperts.HoldingTimes - 1; holding >= 0; holding--)
            {
                while (top > 0 && now.DecisionMinute - steps[top] > holdingMinutes[holding])
                {
                    top--;
                }

                tops[(trigger * SizingExperts.HoldingTimes) + holding] = (byte)top;
            }
        }
    }

    /// <summary>Puts due changes into effect, and charges removed units.</summary>
    private void ApplyDueChanges(in ShadowStep now)
    {
        var elapsed = (byte)Math.Clamp(now.DecisionMinute - minute, 0, DelayMinutes);
        for (var rule = FindRequested(0); rule >= 0; rule = FindRequested(rule + 1))
        {
            delays[rule] -= Math.Min(elapsed, delays[rule]);
            if (delays[rule] == 0)
            {
                var taken = now.Ladder[sizes[rule]] - now.Ladder[requested[rule]];
                costs[rule] += now.Prices.Removal * Math.Max(taken, 0);
                (sizes[rule], requested[rule]) = (requested[rule], NoChange);
            }
        }

        for (var m = Math.Max(minute + 1, now.DecisionMinute - MinutesKept + 1); m <= now.DecisionMinute; m++)
        {
            sizes.CopyTo(recentSizes, m % MinutesKept * SizingExperts.Count);
        }

        minute = now.DecisionMinute;
    }

    /// <summary>Returns the next expert, from one on, whose change is not in effect yet; -1 if there is none.</summary>
    private int FindRequested(int from) => requested.AsSpan(from).IndexOfAnyExcept(NoChange) is >= 0 and var next ? from + next : -1;
}
