namespace Advisor.Core.Scaling;

/// <summary>
/// What we do does not change the demand, so every rule of <see cref="SizeRules"/> can run an imaginary resource of its own on the same need and
/// be charged for it. Those that were cheap lately have the say (<see cref="RuleWeights"/>), renewed every half hour.
/// </summary>
internal sealed partial class ShadowRuns
{
    private const int MinutesRemembered = 8;
    private const int DelayMinutes = 4, WeighEveryMinutes = 30;
    private const double HalfLifeMinutes = 5760;
    private static readonly double Decay = Math.Pow(0.5, 1 / HalfLifeMinutes);
    private const byte Nothing = byte.MaxValue;
    private const int Never = int.MinValue / 2;

    private readonly byte[] sizes = new byte[SizeRules.Count];
    private readonly byte[] ordered = new byte[SizeRules.Count];
    private readonly byte[] waits = new byte[SizeRules.Count];
    private readonly byte[] wishes = new byte[SizeRules.Count];
    private readonly byte[] remembered = new byte[MinutesRemembered * SizeRules.Count];
    private readonly double[] costs = new double[SizeRules.Count];
    private readonly int[] askedAt;
    private float[] weights;
    private int minute;
    private int weighedAt;

    /// <summary>Fresh runs, all at the size in force, as if it had just been asked for.</summary>
    public ShadowRuns(int steps, int sizeInForce, int minute)
    {
        Array.Fill(sizes, (byte)sizeInForce);
        Array.Fill(ordered, Nothing);
        Array.Fill(remembered, (byte)sizeInForce);
        weights = RuleWeights.Equal();
        askedAt = new int[SizeRules.Triggers * steps];
        for (var i = 0; i < askedAt.Length; i++)
        {
            askedAt[i] = i % steps <= sizeInForce ? minute : Never;
        }

        (this.minute, weighedAt) = (minute - 1, minute / WeighEveryMinutes);
    }

    private ShadowRuns(ShadowRuns from)
    {
        from.sizes.CopyTo(sizes, 0);
        from.ordered.CopyTo(ordered, 0);
        from.waits.CopyTo(waits, 0);
        from.remembered.CopyTo(remembered, 0);
        from.costs.CopyTo(costs, 0);
        askedAt = [.. from.askedAt];
        (weights, minute, weighedAt) = (from.weights, from.minute, from.weighedAt);
    }

    private ShadowRuns(int[] askedAt, float[] weights) => (this.askedAt, this.weights) = (askedAt, weights);

    /// <summary>Steps of the ladder that they run on.</summary>
    public int Steps => askedAt.Length / SizeRules.Triggers;

    /// <summary>One minute of every run, after which each rule has a wish for the size in force.</summary>
    public ShadowRuns Next(in ShadowMinute now)
    {
        var next = new ShadowRuns(this);
        Span<int> tops = stackalloc int[SizeRules.Triggers * SizeRules.Rents];
        Span<int> floors = stackalloc int[SizeRules.Floors];
        Span<int> asked = stackalloc int[SizeRules.Triggers];
        next.Ask(now, asked, tops);
        for (var i = 0; i < floors.Length; i++)
        {
            floors[i] = i == 0 ? 0 : now.Ladder.IndexAtLeast(now.Kept[i]);
        }

        next.Finish(now);
        next.Charge(now);
        next.Order(now, asked, tops, floors);
        if (now.Weighs && now.Now / WeighEveryMinutes != weighedAt)
        {
            (next.weights, next.weighedAt) = (RuleWeights.By(next.costs), now.Now / WeighEveryMinutes);
        }

        return next;
    }

    /// <summary>The weighted median of the sizes that the rules wish, as a step of the ladder.</summary>
    public int Agreed() => RuleWeights.Median(wishes, weights, Steps);

    /// <summary>Notes the step that each trigger asks for now; gives it, and the highest that each asked for within each rent time.</summary>
    private void Ask(in ShadowMinute now, Span<int> asked, Span<int> tops)
    {
        Span<int> rents = stackalloc int[SizeRules.Rents];
        rents.Clear();
        if (now.Rents)
        {
            SizeRules.RentMinutes(now.Prices, rents);
        }

        for (var trigger = 0; trigger < SizeRules.Triggers; trigger++)
        {
            var steps = askedAt.AsSpan(trigger * Steps, Steps);
            asked[trigger] = now.Ladder.IndexAtLeast(now.Asked[trigger]);
            steps[..(asked[trigger] + 1)].Fill(now.Now);
            for (var rent = 0; rent < SizeRules.Rents; rent++)
            {
                var top = Steps - 1;
                while (top > 0 && now.Now - steps[top] > rents[rent])
                {
                    top--;
                }

                tops[(trigger * SizeRules.Rents) + rent] = top;
            }
        }
    }

    /// <summary>Changes whose time has come take effect; units taken away are charged.</summary>
    private void Finish(in ShadowMinute now)
    {
        var elapsed = (byte)Math.Clamp(now.Now - minute, 0, DelayMinutes);
        for (var rule = 0; rule < SizeRules.Count; rule++)
        {
            if (ordered[rule] == Nothing)
            {
                continue;
            }

            waits[rule] -= Math.Min(elapsed, waits[rule]);
            if (waits[rule] == 0)
            {
                var taken = now.Ladder[sizes[rule]] - now.Ladder[ordered[rule]];
                costs[rule] += now.Prices.Shed * Math.Max(taken, 0);
                (sizes[rule], ordered[rule]) = (ordered[rule], Nothing);
            }
        }

        for (var m = Math.Max(minute + 1, now.Now - MinutesRemembered + 1); m <= now.Now; m++)
        {
            sizes.CopyTo(remembered, m % MinutesRemembered * SizeRules.Count);
        }

        minute = now.Now;
    }

    /// <summary>Charges the minute of the metrics: its units, and the overload where they were too few.</summary>
    private void Charge(in ShadowMinute now)
    {
        var then = Math.Max(now.Measured, now.Now - MinutesRemembered + 1) % MinutesRemembered;
        var sizesThen = remembered.AsSpan(then * SizeRules.Count, SizeRules.Count);
        Span<double> charge = stackalloc double[Steps];
        var required = now.Ladder[now.Ladder.IndexAtLeast(now.Need)];
        for (var step = 0; step < charge.Length; step++)
        {
            var units = now.Ladder[step];
            charge[step] = (now.Prices.Unit * units) + (units < required ? now.Prices.Overload * required : 0);
        }

        for (var rule = 0; rule < SizeRules.Count; rule++)
        {
            costs[rule] = (costs[rule] * Decay) + charge[sizesThen[rule]];
        }
    }

    /// <summary>
    /// Each rule orders a size for its own resource, and wishes one for the real resource. There a rent keeps, it never scales out: what was asked for
    /// before and is not in force was another rule's to ask.
    /// </summary>
    private void Order(in ShadowMinute now, ReadOnlySpan<int> asked, ReadOnlySpan<int> tops, ReadOnlySpan<int> floors)
    {
        var rule = 0;
        for (var trigger = 0; trigger < SizeRules.Triggers; trigger++)
        {
            for (var floor = 0; floor < SizeRules.Floors; floor++)
            {
                for (var rent = 0; rent < SizeRules.Rents; rent++, rule++)
                {
                    var top = tops[(trigger * SizeRules.Rents) + rent];
                    var own = DownTo(top, floors[floor], sizes[rule]);
                    if (ordered[rule] == Nothing && own != sizes[rule])
                    {
                        (ordered[rule], waits[rule]) = ((byte)own, DelayMinutes);
                    }

                    wishes[rule] = (byte)(top > now.InForce ? Math.Max(asked[trigger], now.InForce) : DownTo(top, floors[floor], now.InForce));
                }
            }
        }
    }

    private static int DownTo(int top, int floor, int size) => top < size ? Math.Max(top, Math.Min(floor, size)) : top;
}
