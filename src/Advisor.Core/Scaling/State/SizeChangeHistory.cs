using Advisor.Core.Forecasting;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>What is remembered of changes of size: those that were asked for, and the last one seen, whoever made it.</summary>
internal sealed record SizeChangeHistory
{
    /// <summary>A size asked for this long ago may still come into force: Azure takes a few minutes, rarely thirty.</summary>
    private const int ExpiresAfterMinutes = 45;

    private const int MaxRequests = 8;

    public static SizeChangeHistory Empty { get; } = new();

    /// <summary>Units in force at the last decision; 0 before the first.</summary>
    public int Units { get; init; }

    /// <summary>The minute in which the size in force was first seen; null where it never changed.</summary>
    public int? ChangedAt { get; init; }

    /// <summary>The minute of the last scale-out seen.</summary>
    public int? ScaledOutAt { get; init; }

    /// <summary>The size before the last change.</summary>
    public int ChangedFrom { get; init; }

    /// <summary>Whether the last change was asked for here.</summary>
    public bool IsOurs { get; init; }

    /// <summary>The server load before the last change that was asked for here, in percent; null where it was not known.</summary>
    public double? LoadBefore { get; init; }

    /// <summary>The demand before that change, by <see cref="ServerLoadModel.PriorLoad"/>; null where it was not known.</summary>
    public double? DemandBefore { get; init; }

    /// <summary>Whether the last change has been compared with what it promised.</summary>
    public bool IsReviewed { get; init; } = true;

    /// <summary>Sizes asked for lately, the newest last.</summary>
    public IReadOnlyList<(int Units, int Minute)> Requests { get; init; } = [];

    /// <summary>Whether the last change made the resource smaller.</summary>
    public bool IsScaleIn => Units < ChangedFrom;

    /// <summary>Notes the size in force in a minute.</summary>
    public SizeChangeHistory Observe(int minute, int units) =>
        units == Units ? this
        : Units == 0 ? this with { Units = units }
        : this with
        {
            Units = units,
            ChangedAt = minute,
            ChangedFrom = Units,
            ScaledOutAt = units > Units ? minute : ScaledOutAt,
            IsOurs = Requests.Any(ask => ask.Units == units && minute - ask.Minute <= ExpiresAfterMinutes),
            IsReviewed = false,
        };

    /// <summary>Notes that a size is asked for.</summary>
    public SizeChangeHistory Request(int minute, int units, double? load, double? demand)
    {
        // A loop, since a change that is not applied is asked for in every minute.
        var asks = new List<(int Units, int Minute)>(Requests.Count + 1);
        for (var i = 0; i < Requests.Count; i++)
        {
            if (Requests[i] is var ask && ask.Units != units && minute - ask.Minute <= ExpiresAfterMinutes)
            {
                asks.Add(ask);
            }
        }

        asks.RemoveRange(0, Math.Max(asks.Count - MaxRequests + 1, 0));
        asks.Add((units, minute));
        return this with { Requests = asks, LoadBefore = load, DemandBefore = demand };
    }

    public void Write(BinaryWriter writer)
    {
        writer.Write(Units);
        writer.WriteOptional(ChangedAt);
        writer.WriteOptional(ScaledOutAt);
        writer.Write(ChangedFrom);
        writer.Write(IsOurs);
        writer.WriteOptional(LoadBefore);
        writer.WriteOptional(DemandBefore);
        writer.Write(IsReviewed);
        writer.Write(Requests.Count);
        foreach (var (units, minute) in Requests)
        {
            writer.Write(units);
            writer.Write(minute);
        }
    }

    public static SizeChangeHistory Read(BinaryReader reader)
    {
        var log = new SizeChangeHistory
        {
            Units = reader.ReadInt32(),
            ChangedAt = (int?)reader.ReadOptional(),
            ScaledOutAt = (int?)reader.ReadOptional(),
            ChangedFrom = reader.ReadInt32(),
            IsOurs = reader.ReadBoolean(),
            LoadBefore = reader.ReadOptional(),
            DemandBefore = reader.ReadOptional(),
            IsReviewed = reader.ReadBoolean(),
        };
        var asks = new (int Units, int Minute)[reader.ReadCount(MaxRequests)];
        for (var i = 0; i < asks.Length; i++)
        {
            asks[i] = (reader.ReadInt32(), reader.ReadInt32());
        }

        return log with
        {
            Requests = asks,
        };
    }
}
