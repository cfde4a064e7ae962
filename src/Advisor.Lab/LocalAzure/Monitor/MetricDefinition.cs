using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>Aggregations of the readings in a bucket.</summary>
[Flags]
internal enum Aggregations
{
    None = 0,
    Average = 1,
    Minimum = 2,
    Maximum = 4,
    Total = 8,
    Count = 16,
}

/// <summary>A metric of a resource type.</summary>
/// <param name="Name">Azure's REST name.</param>
/// <param name="Title">Display name in the portal.</param>
/// <param name="Unit">Azure's unit: Percent, Count, Bytes or MilliSeconds.</param>
/// <param name="Supported">Supported aggregations; Count is always supported.</param>
/// <param name="Dimensions">Dimensions by which it can be split.</param>
/// <param name="Value">Returns its value in a minute, with the noise of a resource.</param>
internal sealed record MetricDefinition(
    string Name,
    string Title,
    string Description,
    string Unit,
    Aggregations Supported,
    IReadOnlyList<MetricDimension> Dimensions,
    Func<LocalMinute, SeededNoise, double> Value
)
{
    /// <summary>
    /// Returns what a value of a dimension adds in a minute beyond its share, null = all values together; null when there is none.
    /// </summary>
    public Func<LocalMinute, string?, double>? Additional { get; init; }

    /// <summary>Returns its value in a minute, or that of the part that a split requests.</summary>
    /// <param name="labels">Dimensions and values of the part; empty = the whole.</param>
    /// <param name="share">Share of the part in the whole.</param>
    public double ComputeAdditional(LocalMinute minute, SeededNoise noise, IReadOnlyList<(string Name, string Value)> labels, double share)
    {
        if (labels.Count == 0)
        {
            return Value(minute, noise) + (Additional?.Invoke(minute, null) ?? 0);
        }

        var part = Math.Round(Value(minute, noise) * share);
        foreach (var (_, value) in labels)
        {
            part += Additional?.Invoke(minute, value) ?? 0;
        }

        return part;
    }

    /// <summary>Default aggregation of a query.</summary>
    public Aggregations Primary =>
        (Supported & Aggregations.Total) != Aggregations.None ? Aggregations.Total
        : (Supported & Aggregations.Average) != Aggregations.None ? Aggregations.Average
        : Aggregations.Maximum;
}

/// <summary>A dimension, its values, and the share of each in the whole.</summary>
/// <param name="Values">Values, each with its share of the whole, 0 to 1.</param>
internal sealed record MetricDimension(string Name, IReadOnlyList<(string Value, double Share)> Values);
