using Advisor.Core.Forecasting;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>Changes of size: those requested, and the last one observed, whoever made it.</summary>
internal sealed record SizeChangeHistory
{
    /// <summary>Time within which a requested size can still come into force: Azure takes a few minutes, rarely thirty.</summary>
    private const int ExpiresAfterMinutes = 45;

    private const int MaxRequests = 8;

    public static SizeChangeHistory Empty { get; } = new();

    /// <summary>Units in force at the last decision; 0 before the first.</summary>
    public int Units { get; init; }

    /// <summary>Minute in which the size in force was first observed; null if it never changed.</summary>
    public int? ChangedAt { get; init; }

    /// <summary>Minute of the last observed scale-out.</summary>
    public int? ScaledOutAt { get; init; }

    /// <summary>Units before the last change.</summary>
    public int ChangedFrom { get; init; }

    /// <summary>Whether Advisor requested the last change.</summary>
    public bool IsOurs { get; init; }

    /// <summary>Server load before the last change requested by Advisor, in percent; null when unknown.</summary>
    public double? LoadBefore { get; init; }

    /// <summary>Demand before that change, by <see cref="ServerLoadModel.EstimatePriorLoad"/>; null when unknown.</summary>
    public double? DemandBefore { get; init; }

    /// <summary>Whether the last change has been compared with its prediction.</summary>
    public bool IsReviewed { get; init; } = true;

    /// <summary>Recently requested sizes, newest last.</summary>
    public IReadOnlyList<(int Units, int Minute)> Requests { get; init; } = [];

    /// <summary>Whether the last change was a scale-in.</summary>
    public bool IsScaleIn => Units < ChangedFrom;

    /// <summary>
    /// Moves what was recorded after a minute to that minute: the clock went back, and an age is never negative. Waiting times begin again.
    /// </summary>
    public SizeChangeHistory MoveFutureTo(int minute) =>
        ChangedAt > minute || ScaledOutAt > minute || (Requests is [.., { Minute: var newest }] && newest > minute) ? Limit(minute) : this;

    private SizeChangeHistory Limit(int minute) =>
        this with
        {
            ChangedAt = Limit(ChangedAt, minute),
            ScaledOutAt = Limit(ScaledOutAt, minute),
            Requests = [.. Requests.Select(ask => (ask.Units, Math.Min(ask.Minute, minute)))],
        };

    private static int? Limit(int? at, int minute) => at > minute ? minute : at;

    /// <summary>Records the size in force in a minute.</summary>
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

    /// <summary>Records a requested size.</summary>
    public SizeChangeHistory RecordRequest(int minute, int units, double? load, double? demand)
    {
        // A change that is not applied is requested again every minute, so entries of the same size are replaced.
        var requests = new List<(int Units, int Minute)>(Requests.Count + 1);
        for (var i = 0; i < Requests.Count; i++)
        {
            if (Requests[i] is var ask && ask.Units != units && minute - ask.Minute <= ExpiresAfterMinutes)
            {
                requests.Add(ask);
            }
        }

        requests.RemoveRange(0, Math.Max(requests.Count - MaxRequests + 1, 0));
        requests.Add((units, minute));
        return this with { Requests = requests, LoadBefore = load, DemandBefore = demand };
    }

    /// <summary>Returns the observed sizes of this with the requests of another one.</summary>
    public SizeChangeHistory WithRequest(SizeChangeHistory other) =>
        this with
        {
            Requests = other.Requests,
            LoadBefore = other.LoadBefore,
            DemandBefore = other.DemandBefore,
        };

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
        var requests = new (int Units, int Minute)[reader.ReadCount(MaxRequests)];
        for (var i = 0; i < requests.Length; i++)
        {
            requests[i] = (reader.ReadInt32(), reader.ReadInt32());
        }

        return log with
        {
            Requests = requests,
        };
    }
}
