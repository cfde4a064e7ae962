using Advisor.Core.Decisions;

namespace Advisor.Core.Tests.Scaling;

/// <summary>
/// Loads by the minute, in units of a thousand connections, and the changes that a <see cref="ClosedLoop"/> makes under them.
/// </summary>
internal static class LoadRun
{
    /// <summary>A change that was decided.</summary>
    /// <param name="Minute">The minute of its metrics.</param>
    /// <param name="RequiredUnits">Units needed in that minute.</param>
    public sealed record Change(int Minute, double Need, int From, int To, Decision Decision);

    /// <summary>The changes of a cold start at so many units.</summary>
    public static List<Change> ListChanges(Func<int, double> need, int units, int minutes)
    {
        var (changes, loop) = (new List<Change>(), new ClosedLoop(units));
        for (var minute = 0; minute < minutes; minute++)
        {
            loop.Decisions.Clear();
            loop.Run(1, (m, size) => TestResource.CreateReadings(need(m) * 1000, size));
            var decision = loop.Decisions[0];
            if (decision.Action is ScalingAction.ScaleOut or ScalingAction.ScaleIn)
            {
                changes.Add(new(minute, need(minute), loop.Units, decision.Units, decision));
            }
        }

        return changes;
    }

    /// <summary>A load that stays as it is but for noise of 2 %, independent from minute to minute; the same seed gives the same.</summary>
    public static Func<int, double> CreateConstant(double need, int seed, double noise = 0.02) =>
        minute =>
        {
            var (one, other) = (1 - DrawUniform(seed, 2 * minute), DrawUniform(seed, (2 * minute) + 1));
            return Math.Max(0, need * (1 + (noise * Math.Sqrt(-2 * Math.Log(one)) * Math.Cos(2 * Math.PI * other))));
        };

    /// <summary>SplitMix64 of seed and index, 0 to below 1: seeds of Random that lie near each other give draws that do as well.</summary>
    private static double DrawUniform(int seed, int index)
    {
        var mixed = unchecked(((ulong)seed << 32) + ((ulong)index + 1)) * 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return ((mixed ^ (mixed >> 31)) >> 11) * (1.0 / (1UL << 53));
    }
}
