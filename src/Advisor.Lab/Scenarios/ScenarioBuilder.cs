using Advisor.Core.Capacity;
using Advisor.Lab.Resources;
using Advisor.Lab.Traces;

namespace Advisor.Lab.Scenarios;

/// <summary>Builds scenarios from traces: resampled, cropped, and scaled by one factor to the requested peak.</summary>
public static class ScenarioBuilder
{
    private const ulong MinuteNoiseStream = 4;

    /// <summary>
    /// Builds the scenarios of all traces, in the order of the traces. A trace with less than three days left, or without values above 0,
    /// is skipped; <see cref="FindProblem"/> says why.
    /// </summary>
    public static IReadOnlyList<Scenario> Build(IEnumerable<Trace> traces, ScenarioOptions options)
    {
        var result = new List<Scenario>();
        foreach (var trace in traces)
        {
            var minutes = trace.InterpolateMinutes(options.FromDay, options.Days);
            if (CheckMinutes(trace, minutes) is not null)
            {
                continue;
            }

            foreach (var shape in LoadShape.All.Where(s => IsSelected(s, options)))
            {
                double[] peaks =
                    options.PeakUnits.Count > 0 ? [.. options.PeakUnits] : [shape.InboundCeiling is null || shape.Routed ? 45 : 8];
                result.AddRange(peaks.Select((peak, i) => Build(trace, minutes, shape, peak, result.Count + i, options)));
            }
        }

        return result;
    }

    /// <summary>Returns why a trace gives no scenario, in words; null when it gives some.</summary>
    public static string? FindProblem(Trace trace, ScenarioOptions options) =>
        CheckMinutes(trace, trace.InterpolateMinutes(options.FromDay, options.Days));

    private static string? CheckMinutes(Trace trace, double[] minutes) =>
        ReplayLength.FindProblem(minutes.Length, trace.Times)
        ?? (Quantile(minutes, 0.999) <= 0 ? "99.9 % of its minutes are 0, so that it has no peak to scale." : null);

    /// <summary>Returns a quantile as numpy does by default: linear between the two nearest ranks.</summary>
    public static double Quantile(IReadOnlyCollection<double> values, double share) => ComputeSortedQuantile([.. values.Order()], share);

    /// <summary>Returns a quantile of values in ascending order.</summary>
    public static double ComputeSortedQuantile(double[] sorted, double share)
    {
        var rank = share * (sorted.Length - 1);
        var below = (int)rank;
        var above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
    }

    private static Scenario Build(Trace trace, double[] minutes, LoadShape shape, double peak, int number, ScenarioOptions options)
    {
        var parameters = SimulationParameters.Create(options.Vary, number, !options.Unsaturated);
        var seed = options.Seed + (ulong)number;
        var x = AddNoise(minutes, options.MinuteNoise, seed);
        var factor = 1000 * peak / shape.ComputeUnitsPerThousand(parameters) / Quantile(SelectScaled(x, options), 0.999);
        var demand = Array.ConvertAll(x, value => shape.ComputeDemand(value * factor, parameters));
        var ladder = SimulatedResource.StandardLadder;
        return new Scenario(
            trace.Name,
            shape.Name,
            peak,
            trace.Start.AddDays(options.FromDay),
            demand,
            Scenario.ComputeRequired(demand, ladder),
            parameters,
            ladder,
            CreateWorkload(shape),
            seed
        );
    }

    private static double[] SelectScaled(double[] minutes, ScenarioOptions options) =>
        options.ScaleDays is { } days && days * 1440 < minutes.Length ? minutes[..(int)(days * 1440)] : minutes;

    private static Workload CreateWorkload(LoadShape shape) =>
        shape.Routed
            ? Workload.Create(UseCase.SendToSmallGroup, shape.MessageBytes, 10)
            : Workload.Create(shape.InboundCeiling is null ? UseCase.Broadcast : UseCase.Echo, shape.MessageBytes);

    private static double[] AddNoise(double[] minutes, double sd, ulong seed)
    {
        if (sd <= 0)
        {
            return minutes;
        }

        var noise = new SeededNoise(seed).Fork(MinuteNoiseStream);
        return [.. minutes.Select((value, i) => Math.Max(0, value * (1 + sd * noise.DrawNormal((ulong)i))))];
    }

    private static bool IsSelected(LoadShape shape, ScenarioOptions options) =>
        options.Shapes.Count == 0 || options.Shapes.Contains(shape.Name, StringComparer.OrdinalIgnoreCase);
}
