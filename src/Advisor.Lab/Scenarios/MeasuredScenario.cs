using Advisor.Core.Capacity;
using Advisor.Lab.Resources;
using Advisor.Lab.Traces;

namespace Advisor.Lab.Scenarios;

/// <summary>A scenario, or why the metrics do not allow one. Exactly one of the two is set.</summary>
public sealed record ScenarioReading(Scenario? Scenario, string? Problem);

/// <summary>
/// Builds a scenario from a real resource's metrics: the demand is load x units, connections and bytes as measured, linear through gaps. At
/// another size the server load is assumed to be inversely proportional. The reported load contains its own noise.
/// </summary>
public static class MeasuredScenario
{
    /// <param name="unitsElse">Units in force if the samples neither contain nor show them; null if all do.</param>
    /// <param name="workload">The declared workload; null = Advisor infers it.</param>
    /// <param name="options">Days to skip, length, seed and varied parameters; scaling and shapes do not apply.</param>
    public static ScenarioReading Build(
        MeasuredSeries series,
        int? unitsElse,
        Workload? workload,
        UnitLadder ladder,
        ScenarioOptions options
    )
    {
        var start = series.Samples[0].Time.AddDays(options.FromDay);
        var length = (int)Math.Min((series.Samples[^1].Time - start).TotalMinutes, options.Days * 1440);
        if (ReplayLength.FindProblem(length, [.. series.Samples.Select(s => s.Time)]) is { } tooShort)
        {
            return CreateProblem(series, tooShort);
        }

        if (series.Samples.Any(s => s.Readings.ServerLoad is not null && FindUnits(s, unitsElse, ladder) is null))
        {
            return CreateProblem(series, "the server load means nothing without the size; add a units column or --units N.");
        }

        var load = InterpolateMinutes(series, start, length, s => s.Readings.ServerLoad * FindUnits(s, unitsElse, ladder));
        var connections = InterpolateMinutes(series, start, length, s => s.Readings.ConnectionCount);
        if (load is null || connections is null)
        {
            return CreateProblem(series, $"{(load is null ? "ServerLoad" : "ConnectionCount")} is missing throughout; both are needed.");
        }

        var inbound = InterpolateMinutes(series, start, length, s => s.Readings.InboundTraffic);
        var outbound = InterpolateMinutes(series, start, length, s => s.Readings.OutboundTraffic);
        var demand = new MinuteDemand[length];
        for (var i = 0; i < length; i++)
        {
            demand[i] = new(load[i], connections[i], inbound?[i], outbound?[i], ComputeRoutedBytes(workload, inbound?[i]));
        }

        var parameters = SimulationParameters.Create(options.Vary, 0, !options.Unsaturated) with { NoiseSd = 0 };
        return new(
            new Scenario(
                series.Name,
                "measured",
                null,
                start,
                demand,
                Scenario.ComputeRequired(demand, ladder),
                parameters,
                ladder,
                workload,
                options.Seed
            ),
            null
        );
    }

    /// <summary>
    /// Returns the units of a sample: as given, else from its connections and their share of the quota (4,210 connections at 84.2 % are 5
    /// units), else <paramref name="unitsElse"/>.
    /// </summary>
    private static int? FindUnits(MeasuredSample sample, int? unitsElse, UnitLadder ladder)
    {
        const double tolerance = 0.04;
        var (connections, percent) = (sample.Readings.ConnectionCount, sample.Readings.ConnectionQuotaUtilization);
        return sample.Units
            ?? UnitsAtMinute.Find(ladder, SimulationParameters.ConnectionsPerUnit, connections, percent, tolerance)
            ?? unitsElse;
    }

    private static double ComputeRoutedBytes(Workload? workload, double? inboundBytes) =>
        workload is null || inboundBytes is null
            ? 0
            : workload
                .Parts.Where(p => p.UseCase is UseCase.SendToSmallGroup)
                .Sum(p => p.Share.Value * inboundBytes.Value / 60 / p.MessageBytes);

    private static double[]? InterpolateMinutes(
        MeasuredSeries series,
        DateTimeOffset start,
        int length,
        Func<MeasuredSample, double?> value
    )
    {
        var known = series.Samples.Where(s => value(s) is not null).ToList();
        if (known.Count < 2)
        {
            return null;
        }

        var trace = new Trace(series.Name, [.. known.Select(s => s.Time)], [.. known.Select(s => value(s)!.Value)]);
        return trace.Interpolate(start, length);
    }

    private static ScenarioReading CreateProblem(MeasuredSeries series, string problem) => new(null, $"{series.Name}: {problem}");
}
