using Advisor.Core.Forecasting;

namespace Advisor.Core.Scaling;

/// <summary>
/// What we do does not change the demand, so every rule of <see cref="SizeRules"/> can run an imaginary resource of its own on the same need and
/// be charged for it. Those that were cheap lately have the say: each weighs exp(-60 (cost / least cost - 1)), renewed every half hour.
/// </summary>
internal sealed class ShadowRuns
{
    private const int MinutesRemembered = 8;
    private const int DelayMinutes = 4, WeighEveryMinutes = 30;
    private const double HalfLifeMinutes = 5760, Sharpness = 60;
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
        weights = new float[SizeRules.Count];
        Array.Fill(weights, 1f / SizeRules.Count);
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
        next.Ask(now, tops);
        for (var i = 0; i < floors.Length; i++)
        {
            floors[i] = i == 0 ? 0 : now.Ladder.IndexAtLeast(now.Kept[i]);
        }

        next.Finish(now);
        next.Charge(now);
        next.Order(now, tops, floors);
        if (now.Weighs && now.Now / WeighEveryMinutes != weighedAt)
        {
            next.Weigh(now.Now);
        }

        return next;
    }

    /// <summary>The weighted median of the sizes that the rules wish, as a step of the ladder.</summary>
    public int Agreed()
    {
        Span<float> votes = stackalloc float[Steps];
        votes.Clear();
        for (var rule = 0; rule < SizeRules.Count; rule++)
        {
            votes[wishes[rule]] += weights[rule];
        }

        var (step, sum) = (0, votes[0]);
        while (sum < 0.5f && step < votes.Length - 1)
        {
            sum += votes[++step];
        }

        return step;
    }

    /// <summary>Notes what each trigger asks for now; gives the highest step that each asked for within each rent time.</summary>
    private void Ask(in ShadowMinute now, Span<int> tops)
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
            steps[..(now.Ladder.IndexAtLeast(now.Asked[trigger]) + 1)].Fill(now.Now);
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

    /// <summary>Each rule orders a size for its own resource, and wishes one for the real resource.</summary>
    private void Order(in ShadowMinute now, ReadOnlySpan<int> tops, ReadOnlySpan<int> floors)
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

                    wishes[rule] = (byte)DownTo(top, floors[floor], now.InForce);
                }
            }
        }
    }

    private static int DownTo(int top, int floor, int size) => top < size ? Math.Max(top, Math.Min(floor, size)) : top;

    public void Write(BinaryWriter writer)
    {
        writer.Write(Steps);
        writer.Write(minute);
        writer.Write(weighedAt);
        writer.WriteArray<byte>(sizes);
        writer.WriteArray<int>(askedAt);
        writer.WriteArray<float>(weights);
        writer.WriteArray<byte>(ordered);
        writer.WriteArray<byte>(waits);
        writer.WriteArray<byte>(wishes);
        writer.WriteArray<byte>(remembered);
        writer.WriteArray<double>(costs);
    }

    /// <summary>Reads what was written. Where it was written with other rules than today's the runs begin anew: who is cheap shows within a day.</summary>
    public static ShadowRuns Read(BinaryReader reader)
    {
        const int mostSteps = 64, mostBytes = 16_384;
        var (steps, at, weighed) = (reader.ReadCount(mostSteps), reader.ReadInt32(), reader.ReadInt32());
        var size = reader.ReadArray<byte>(mostBytes);
        var (asked, weights) = (reader.ReadArray<int>(mostBytes), reader.ReadArray<float>(mostBytes));
        byte[][] bytes = [reader.ReadArray<byte>(mostBytes), reader.ReadArray<byte>(mostBytes), reader.ReadArray<byte>(mostBytes), reader.ReadArray<byte>(mostBytes)];
        var cost = reader.ReadArray<double>(mostBytes);
        if (steps == 0 || size.Length == 0 || Array.Exists([.. size, .. bytes[2], .. bytes[3]], step => step >= steps))
        {
            throw new InvalidDataException();
        }

        if (size.Length != SizeRules.Count || asked.Length != SizeRules.Triggers * steps || bytes[3].Length != MinutesRemembered * SizeRules.Count
            || bytes[0].Length != SizeRules.Count || bytes[1].Length != SizeRules.Count || bytes[2].Length != SizeRules.Count
            || weights.Length != SizeRules.Count || cost.Length != SizeRules.Count)
        {
            return new ShadowRuns(steps, size[0], at + 1);
        }

        var runs = new ShadowRuns(asked, weights) { minute = at, weighedAt = weighed };
        size.CopyTo(runs.sizes, 0);
        bytes[0].CopyTo(runs.ordered, 0);
        bytes[1].CopyTo(runs.waits, 0);
        bytes[2].CopyTo(runs.wishes, 0);
        bytes[3].CopyTo(runs.remembered, 0);
        cost.CopyTo(runs.costs, 0);
        return runs;
    }

    private void Weigh(int now)
    {
        var least = double.MaxValue;
        foreach (var cost in costs)
        {
            least = Math.Min(least, cost);
        }

        weights = new float[SizeRules.Count];
        var total = 0f;
        for (var rule = 0; rule < weights.Length; rule++)
        {
            weights[rule] = (float)Math.Exp(-Sharpness * ((costs[rule] / Math.Max(least, 1e-9)) - 1));
            total += weights[rule];
        }

        for (var rule = 0; rule < weights.Length; rule++)
        {
            weights[rule] /= total;
        }

        weighedAt = now / WeighEveryMinutes;
    }
}

/// <summary>What the shadow runs are told of one minute.</summary>
internal readonly ref struct ShadowMinute
{
    /// <summary>The minute of the decision.</summary>
    public required int Now { get; init; }

    /// <summary>The minute of the metrics, at or before <see cref="Now"/>.</summary>
    public required int Measured { get; init; }

    /// <summary>The need of the minute of the metrics, in units.</summary>
    public required double Need { get; init; }

    /// <summary>Units that each trigger asks for.</summary>
    public required ReadOnlySpan<double> Asked { get; init; }

    /// <summary>Units that each floor keeps.</summary>
    public required ReadOnlySpan<double> Kept { get; init; }

    public required Capacity.UnitLadder Ladder { get; init; }

    /// <summary>The step in force.</summary>
    public required int InForce { get; init; }

    public required ObjectivePrices Prices { get; init; }

    /// <summary>Whether a size once asked for is kept for a rent time.</summary>
    public required bool Rents { get; init; }

    /// <summary>Whether rules that were cheap lately weigh more.</summary>
    public required bool Weighs { get; init; }
}
