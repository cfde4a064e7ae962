using Advisor.Core.Forecasting;

namespace Advisor.Core.Scaling;

/// <summary>What is remembered of changes of size: those that were asked for, and the last one seen, whoever made it.</summary>
internal sealed record ChangeLog
{
    /// <summary>A size asked for this long ago may still come into force: Azure takes a few minutes, rarely thirty.</summary>
    private const int AnswerWithinMinutes = 45;

    private const int AsksKept = 8;

    public static ChangeLog Empty { get; } = new();

    /// <summary>Units in force at the last decision; 0 before the first.</summary>
    public int Units { get; init; }

    /// <summary>The minute in which the size in force was first seen; null where it never changed.</summary>
    public int? ChangedAt { get; init; }

    /// <summary>The minute of the last growth seen.</summary>
    public int? GrownAt { get; init; }

    /// <summary>The size before the last change.</summary>
    public int ChangedFrom { get; init; }

    /// <summary>Whether the last change was asked for here.</summary>
    public bool Ours { get; init; }

    /// <summary>The server load before the last change that was asked for here, in percent; null where it was not known.</summary>
    public double? LoadBefore { get; init; }

    /// <summary>The demand before that change, by <see cref="LearnedLoad.PriorLoad"/>; null where it was not known.</summary>
    public double? DemandBefore { get; init; }

    /// <summary>Whether the last change has been compared with what it promised.</summary>
    public bool Compared { get; init; } = true;

    /// <summary>Sizes asked for lately, the newest last.</summary>
    public IReadOnlyList<(int Units, int Minute)> Asks { get; init; } = [];

    /// <summary>Whether the last change made the resource smaller.</summary>
    public bool Shrank => Units < ChangedFrom;

    /// <summary>Notes the size in force in a minute.</summary>
    public ChangeLog Seen(int minute, int units) => units == Units ? this
        : Units == 0 ? this with { Units = units }
        : this with
        {
            Units = units,
            ChangedAt = minute,
            ChangedFrom = Units,
            GrownAt = units > Units ? minute : GrownAt,
            Ours = Asks.Any(ask => ask.Units == units && minute - ask.Minute <= AnswerWithinMinutes),
            Compared = false,
        };

    /// <summary>Notes that a size is asked for.</summary>
    public ChangeLog Asked(int minute, int units, double? load, double? demand)
    {
        // A loop, since a change that is not applied is asked for in every minute.
        var asks = new List<(int Units, int Minute)>(Asks.Count + 1);
        for (var i = 0; i < Asks.Count; i++)
        {
            if (Asks[i] is var ask && ask.Units != units && minute - ask.Minute <= AnswerWithinMinutes)
            {
                asks.Add(ask);
            }
        }

        asks.RemoveRange(0, Math.Max(asks.Count - AsksKept + 1, 0));
        asks.Add((units, minute));
        return this with { Asks = asks, LoadBefore = load, DemandBefore = demand };
    }

    public void Write(BinaryWriter writer)
    {
        writer.Write(Units);
        writer.WriteOptional(ChangedAt);
        writer.WriteOptional(GrownAt);
        writer.Write(ChangedFrom);
        writer.Write(Ours);
        writer.WriteOptional(LoadBefore);
        writer.Write(Compared);
        writer.Write(Asks.Count);
        foreach (var (units, minute) in Asks)
        {
            writer.Write(units);
            writer.Write(minute);
        }
    }

    public static ChangeLog Read(BinaryReader reader)
    {
        var log = new ChangeLog
        {
            Units = reader.ReadInt32(),
            ChangedAt = (int?)reader.ReadOptional(),
            GrownAt = (int?)reader.ReadOptional(),
            ChangedFrom = reader.ReadInt32(),
            Ours = reader.ReadBoolean(),
            LoadBefore = reader.ReadOptional(),
            Compared = reader.ReadBoolean(),
        };
        var asks = new (int Units, int Minute)[reader.ReadCount(AsksKept)];
        for (var i = 0; i < asks.Length; i++)
        {
            asks[i] = (reader.ReadInt32(), reader.ReadInt32());
        }

        return log with { Asks = asks };
    }
}
