using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>
/// What is remembered of a resource between two decisions. A value: it never changes, and the same state with the same observation gives
/// the same decision. States that follow one another share their history in memory.
/// </summary>
public sealed record ResourceState
{
    internal ResourceState(string sku, int measured, int decided, ShadowPolicies shadows)
    {
        (Sku, MeasuredMinute, DecisionMinute, Shadows) = (sku, measured, decided, shadows);
    }

    /// <summary>The newest minute that was observed.</summary>
    public DateTimeOffset Time => Minutes.Start(MeasuredMinute);

    /// <summary>The latest minute that anything here is of, observed or decided.</summary>
    public DateTimeOffset LatestTime => Minutes.Start(Math.Max(MeasuredMinute, DecisionMinute));

    /// <summary>Minutes of history, with and without metrics, 14 days at most.</summary>
    public int MinutesKnown => History.Count;

    /// <summary>Returns the highest required units of the last minutes; null if fewer than a share of them are known.</summary>
    /// <param name="lookBack">Up to 14 days.</param>
    /// <param name="minShare">Above 0 to 1.</param>
    public double? MaxRequiredUnits(TimeSpan lookBack, double minShare) => History.FindMax((int)lookBack.TotalMinutes, minShare);

    /// <summary>
    /// The highest need of the days that the condition "oversize" looks back on; null where too few of their minutes are known.
    /// </summary>
    public double? MaxRequiredUnits(AlertRules rules) => MaxRequiredUnits(rules.OversizeLookBack, rules.WholeDayShare);

    /// <summary>
    /// The highest need of each stretch of the recent past, oldest first, in units; null where nothing is known of a stretch.
    /// </summary>
    public IReadOnlyList<double?> RecentRequiredUnits(TimeSpan stretch, int count)
    {
        var (minutes, needs) = ((int)stretch.TotalMinutes, new double?[count]);
        for (var i = 0; i < count; i++)
        {
            needs[i] = History.FindMaxFrom(History.NextMinute - ((count - i) * minutes), minutes);
        }

        return needs;
    }

    /// <summary>
    /// Billed messages (2-KB pieces of outbound traffic) a minute, the mean of about a day; null before the first reading.
    /// </summary>
    public double? MessagesPerMinute => PiecesPerMinute;

    /// <summary>As many for a month of 30 days.</summary>
    public double? MessagesPerMonth => PiecesPerMinute * (1440 * Capacity.Sku.DaysOfMonth);

    /// <summary>The units in force in a minute of the last half hour; null where that is not remembered.</summary>
    public int? FindUnits(DateTimeOffset minute) => RecentUnits.Find(Minutes.Number(minute));

    internal string Sku { get; init; }

    /// <summary>The newest minute observed, counted from 1970.</summary>
    internal int MeasuredMinute { get; init; }

    /// <summary>The minute of the last decision.</summary>
    internal int DecisionMinute { get; init; }

    internal ShadowPolicies Shadows { get; init; }

    internal RecentUnits RecentUnits { get; init; } = RecentUnits.None;

    internal ServerLoadModel LoadModel { get; init; } = new();

    internal RequiredUnitsHistory History { get; init; } = RequiredUnitsHistory.Empty;

    /// <summary>Running mean of how much the logarithm of the need moves in 15 minutes.</summary>
    internal double MeanSlope { get; init; } = 0.05;

    internal AnalogSet Analogs { get; init; } = AnalogSet.None;

    internal PersistenceForecast Persistence { get; init; } = PersistenceForecast.Unlearned;

    /// <summary>Visible minutes in a row in which the need was above the size in force at the decision.</summary>
    internal int OverloadedMinutes { get; init; }

    /// <summary>The last need that all limits were known for, in units.</summary>
    internal double LastUnitsRequired { get; init; }

    /// <summary>The last readings, against which a jump is held.</summary>
    internal ReadingMemory Readings { get; init; } = ReadingMemory.None;

    /// <summary>
    /// The newest minute in which connections were opened faster than the units accept, counted from 1970; null where there was none.
    /// </summary>
    internal int? StormMinute { get; init; }

    /// <summary>Changes of size asked for and seen.</summary>
    internal SizeChangeHistory Changes { get; init; } = SizeChangeHistory.Empty;

    /// <summary>The workload guessed from the traffic where none is declared; null before the first guess.</summary>
    internal InferredWorkload? InferredWorkload { get; init; }

    /// <summary>2-KB pieces of outbound traffic for a minute, the mean of about a day; null before the first reading.</summary>
    internal double? PiecesPerMinute { get; init; }

    /// <summary>The ceilings of the last observation's workload: made once, since it seldom changes. Not part of what is stored.</summary>
    public CapacityModel? Model { get; init; }

    internal void Write(BinaryWriter writer)
    {
        writer.Write(Sku);
        writer.Write(MeasuredMinute);
        writer.Write(DecisionMinute);
        Shadows.Write(writer);
        RecentUnits.Write(writer);
        LoadModel.Write(writer);
        History.Write(writer);
        writer.Write(MeanSlope);
        Analogs.Write(writer);
        Persistence.Write(writer);
        writer.Write(OverloadedMinutes);
        writer.Write(LastUnitsRequired);
        Changes.Write(writer);
        InferredWorkloadFields.Write(writer, InferredWorkload);
        writer.WriteOptional(PiecesPerMinute);
        Readings.Write(writer);
        writer.WriteOptional(StormMinute);
    }

    internal static ResourceState Read(BinaryReader reader) =>
        new(reader.ReadString(), reader.ReadInt32(), reader.ReadInt32(), ShadowPolicies.Read(reader))
        {
            RecentUnits = RecentUnits.Read(reader),
            LoadModel = ServerLoadModel.Read(reader),
            History = RequiredUnitsHistory.Read(reader),
            MeanSlope = reader.ReadDouble(),
            Analogs = AnalogSet.Read(reader),
            Persistence = PersistenceForecast.Read(reader),
            OverloadedMinutes = reader.ReadInt32(),
            LastUnitsRequired = reader.ReadDouble(),
            Changes = SizeChangeHistory.Read(reader),
            InferredWorkload = InferredWorkloadFields.Read(reader),
            PiecesPerMinute = reader.ReadOptional(),
            Readings = ReadingMemory.Read(reader),
            StormMinute = (int?)reader.ReadOptional(),
        };
}
