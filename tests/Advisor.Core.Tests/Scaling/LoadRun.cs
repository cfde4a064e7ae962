using Advisor.Core.Scaling;

namespace Advisor.Core.Tests.Scaling;

/// <summary>Loads by the minute, in units of a thousand connections, and the changes that a <see cref="ClosedLoop"/> makes under them.</summary>
internal static class LoadRun
{
    /// <summary>A change that was decided.</summary>
    /// <param name="Minute">The minute of its metrics.</param>
    /// <param name="Need">Units needed in that minute.</param>
    public sealed record Change(int Minute, double Need, int From, int To, Decision Decision);

    /// <summary>The changes of a cold start at so many units.</summary>
    public static List<Change> Changes(Func<int, double> need, int units, int minutes)
    {
        var (changes, loop) = (new List<Change>(), new ClosedLoop(units));
        for (var minute = 0; minute < minutes; minute++)
        {
            loop.Decisions.Clear();
            loop.Run(1, (m, size) => Served.Readings(need(m) * 1000, size));
            var decision = loop.Decisions[0];
            if (decision.Action is ScalingAction.ScaleOut or ScalingAction.ScaleIn)
            {
                changes.Add(new(minute, need(minute), loop.Units, decision.Units, decision));
            }
        }

        return changes;
    }

    /// <summary>A load that stays as it is but for noise of 2 %; the same seed gives the same.</summary>
    public static Func<int, double> Constant(double need, int seed, double noise = 0.02) => minute =>
    {
        var random = new Random(unchecked((seed * 397) ^ (minute * 7919)));
        var (one, other) = (1 - random.NextDouble(), random.NextDouble());
        return Math.Max(0, need * (1 + (noise * Math.Sqrt(-2 * Math.Log(one)) * Math.Cos(2 * Math.PI * other))));
    };
}
