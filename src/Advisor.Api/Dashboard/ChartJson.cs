using System.Text.Json;
using Advisor.Reporting.Json;
using Advisor.State.Resources;

namespace Advisor.Api.Dashboard;

/// <summary>An event marked in the chart.</summary>
/// <param name="Kind">Kind: change or alert.</param>
/// <param name="Severity">Severity of an alert; null for a change.</param>
internal sealed record ChartMark(DateTimeOffset At, string Kind, string? Severity, string Text);

/// <summary>Writes the data of a resource's chart as JSON: times in seconds since 1970, columns, null when not known.</summary>
internal static class ChartJson
{
    // Space for the forecast to the right of now: a twentieth of the range, or up to the longest horizon if that is more.
    private const double Room = 0.05;
    private const int Decimals = 3;

    /// <param name="record">The newest evaluation; null when there is none.</param>
    public static byte[] Write(
        ChartSeries series,
        EvaluationRecord? record,
        IEnumerable<ChartMark> marks,
        DateTimeOffset from,
        DateTimeOffset now
    )
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream))
        {
            var horizon = record is { Forecast.Count: > 0 } ? record.At + record.Forecast.Max(forecast => forecast.Horizon) : now;
            var end = now + (Room * (now - from));
            json.WriteStartObject();
            json.WriteNumber("from", from.ToUnixTimeSeconds());
            json.WriteNumber("now", now.ToUnixTimeSeconds());
            json.WriteNumber("before", (horizon > end ? horizon : end).ToUnixTimeSeconds());
            WriteSeries(json, series);
            WriteForecast(json, record);
            json.WriteStartArray("marks");
            foreach (var mark in marks)
            {
                json.WriteStartObject();
                json.WriteNumber("at", mark.At.ToUnixTimeSeconds());
                json.WriteString("kind", mark.Kind);
                json.WriteString("severity", mark.Severity);
                json.WriteString("text", mark.Text);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        return stream.ToArray();
    }

    private static void WriteSeries(Utf8JsonWriter json, ChartSeries series)
    {
        // Starts at the first point with data: the time before the state was created is no gap.
        var first = Enumerable.Range(0, series.Count).FirstOrDefault(series.HasData, series.Count);
        json.WriteStartArray("times");
        for (var i = first; i < series.Count; i++)
        {
            json.WriteNumberValue((series.From + (i * series.Step)).ToUnixTimeSeconds());
        }

        json.WriteEndArray();
        WriteColumn(json, "units", series.Units.Skip(first).Select(units => (double?)units));
        json.WriteStartObject("required");
        foreach (var limit in FleetEntry.Limits)
        {
            json.WriteStartObject(limit.WireName());
            WriteColumn(json, "min", series.Lowest[limit].Skip(first));
            WriteColumn(json, "max", series.Highest[limit].Skip(first));
            json.WriteEndObject();
        }

        json.WriteEndObject();
    }

    // Starts at the units required now, since each quantile is the maximum of the time up to its horizon.
    private static void WriteForecast(Utf8JsonWriter json, EvaluationRecord? record)
    {
        var required = record is { RequiredUnits.Count: > 0 } ? record.RequiredUnits.Values.Max() : (double?)null;
        var steps = record is null || required is null ? [] : record.Forecast.OrderBy(forecast => forecast.Horizon).ToList();
        json.WriteStartObject("forecast");
        json.WriteStartArray("times");
        foreach (
            var at in steps
                .Select(step => record!.At + step.Horizon)
                .Prepend(record?.At ?? default)
                .Take(steps.Count == 0 ? 0 : int.MaxValue)
        )
        {
            json.WriteNumberValue(at.ToUnixTimeSeconds());
        }

        json.WriteEndArray();
        WriteColumn(json, "median", WithNow(step => step.Median));
        WriteColumn(json, "upper", WithNow(step => step.Upper));
        WriteColumn(json, "high", WithNow(step => step.High));
        json.WriteEndObject();

        IEnumerable<double?> WithNow(Func<Core.Decisions.ForecastQuantiles, double> value) =>
            steps.Count == 0 ? [] : steps.Select(step => (double?)value(step)).Prepend(required);
    }

    private static void WriteColumn(Utf8JsonWriter json, string name, IEnumerable<double?> values)
    {
        json.WriteStartArray(name);
        foreach (var value in values)
        {
            if (value is { } known && double.IsFinite(known))
            {
                json.WriteNumberValue(Math.Round(known, Decimals));
            }
            else
            {
                json.WriteNullValue();
            }
        }

        json.WriteEndArray();
    }
}
