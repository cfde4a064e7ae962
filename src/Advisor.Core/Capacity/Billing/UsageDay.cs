namespace Advisor.Core.Capacity.Billing;

/// <summary>Messages, connections and units counted on one UTC day.</summary>
/// <param name="Day">Days since 1970-01-01.</param>
/// <param name="Sku">SKU in force at the end of the day.</param>
public readonly record struct UsageDay(int Day, string Sku)
{
    internal const int Length = 1440;

    private readonly int passed;

    /// <summary>2-KB pieces of outbound traffic in the minutes of <see cref="KnownMinutes"/>.</summary>
    public double Pieces { get; init; }

    /// <summary>Minutes whose messages are known; a missing minute is not zero.</summary>
    public int KnownMinutes { get; init; }

    /// <summary>Connections, summed over the minutes of <see cref="ConnectedMinutes"/>.</summary>
    public double Connections { get; init; }

    /// <summary>Minutes whose connections are known.</summary>
    public int ConnectedMinutes { get; init; }

    /// <summary>Units in force, summed over the minutes of <see cref="Minutes"/>.</summary>
    public int UnitMinutes { get; init; }

    /// <summary>Minutes that were counted.</summary>
    public int Minutes { get; init; }

    /// <summary>Minutes from midnight to the newest counted one, those included that were not counted; at least the counted ones.</summary>
    public int PassedMinutes
    {
        get => Math.Max(passed, Minutes);
        init => passed = value;
    }

    /// <summary>Minutes from midnight to the beginning of the history, where that is on this day; 0 on later days.</summary>
    public int MinutesBefore { get; init; }

    /// <summary>Minutes from midnight to the creation of the resource, where that is on this day; 0 on other days.</summary>
    internal int MinutesBeforeCreation { get; init; }

    /// <summary>Whether minutes of an earlier resource of the same id are among the counted ones.</summary>
    internal bool IsShared => Minutes > Length - MinutesBeforeCreation;

    /// <summary>Minutes of the day in which the resource exists; those of an earlier one of the same id are among the counted.</summary>
    internal int ExistingMinutes => Math.Max(Length - MinutesBeforeCreation, Minutes);

    /// <summary>Those of them that have passed.</summary>
    internal int PassedExistingMinutes => Math.Max(PassedMinutes - MinutesBeforeCreation, Minutes);

    /// <summary>Highest unit count of the day.</summary>
    public int MaxUnits { get; init; }

    /// <summary>The day, UTC.</summary>
    public DateOnly Date => DateOnly.FromDateTime(DateTime.UnixEpoch).AddDays(Day);

    /// <summary>
    /// Computes the messages of the day / those that a tier which sells none sends in a day: from 1 on, Azure refused further ones until
    /// 00:00 UTC. Null where the tier sells messages, and where no minute is known.
    /// </summary>
    public double? ComputeShareOfFreeMessages(Sku? sku) =>
        sku is { SellsMessages: false, IncludedMessagesPerUnitPerDay: > 0 and var included } && KnownMinutes > 0 ? Pieces / included : null;

    /// <summary>Returns the days, with the minutes before the creation of the resource on the day of it.</summary>
    /// <param name="days">Counted days, oldest first; the last one is in progress.</param>
    /// <param name="createdAt">When the resource was created, UTC; null = not known.</param>
    internal static IReadOnlyList<UsageDay> MarkCreation(IReadOnlyList<UsageDay> days, DateTime? createdAt) =>
        createdAt is { } at && DateOnly.FromDateTime(at) is var date && days[0].Date <= date
            ? [.. days.Select(day => day.Date == date ? day with { MinutesBeforeCreation = (int)at.TimeOfDay.TotalMinutes } : day)]
            : days;

    /// <summary>Returns a time of creation in UTC; null where it is not known, or not before the end of the counted minutes.</summary>
    internal static DateTime? FindPossible(DateTimeOffset? createdAt, IReadOnlyList<UsageDay> days) =>
        days.Count > 0
        && createdAt?.UtcDateTime is { } at
        && at < days[^1].Date.ToDateTime(default, DateTimeKind.Utc).AddMinutes(days[^1].PassedMinutes)
            ? at
            : null;

    internal UsageDay Add(in UsageInterval part) =>
        this with
        {
            Sku = part.Sku,
            Pieces = Pieces + (part.PiecesPerMinute ?? 0) * part.Minutes,
            KnownMinutes = KnownMinutes + (part.PiecesPerMinute is null ? 0 : part.Minutes),
            Connections = Connections + (part.Connections ?? 0) * part.Minutes,
            ConnectedMinutes = ConnectedMinutes + (part.Connections is null ? 0 : part.Minutes),
            UnitMinutes = UnitMinutes + (part.Units * part.Minutes),
            Minutes = Minutes + part.Minutes,
            MaxUnits = Math.Max(MaxUnits, part.Units),
        };

    /// <summary>Returns this day with its uncounted minutes taken from another one, as far as that was counted.</summary>
    internal UsageDay Fill(in UsageDay other)
    {
        var share = Math.Min((double)(Length - Minutes) / other.Minutes, 1);
        return this with
        {
            Sku = other.Sku,
            Pieces = Pieces + (other.Pieces * share),
            KnownMinutes = KnownMinutes + (int)Math.Round(other.KnownMinutes * share),
            Connections = Connections + (other.Connections * share),
            ConnectedMinutes = ConnectedMinutes + (int)Math.Round(other.ConnectedMinutes * share),
            UnitMinutes = UnitMinutes + (int)Math.Round(other.UnitMinutes * share),
            Minutes = Minutes + (int)Math.Round(other.Minutes * share),
            MaxUnits = Math.Max(MaxUnits, other.MaxUnits),
        };
    }

    internal void Write(BinaryWriter writer)
    {
        writer.Write(Day);
        writer.Write(Sku);
        writer.Write(Pieces);
        writer.Write((short)KnownMinutes);
        writer.Write(Connections);
        writer.Write((short)ConnectedMinutes);
        writer.Write(UnitMinutes);
        writer.Write((short)Minutes);
        writer.Write(MaxUnits);
    }

    internal static UsageDay Read(BinaryReader reader) =>
        new(reader.ReadInt32(), reader.ReadString())
        {
            Pieces = reader.ReadDouble(),
            KnownMinutes = ReadMinutes(reader),
            Connections = reader.ReadDouble(),
            ConnectedMinutes = ReadMinutes(reader),
            UnitMinutes = reader.ReadInt32(),
            Minutes = ReadMinutes(reader),
            MaxUnits = reader.ReadInt32(),
        };

    private static int ReadMinutes(BinaryReader reader) =>
        reader.ReadInt16() is >= 0 and <= Length and var minutes ? minutes : throw new InvalidDataException();
}

/// <summary>What was in force and used during an interval.</summary>
/// <param name="Minutes">Length: a minute, or a bucket of up to six hours.</param>
/// <param name="PiecesPerMinute">2-KB pieces of outbound traffic per minute; null = unknown.</param>
/// <param name="Connections">Connections; null = unknown.</param>
internal readonly record struct UsageInterval(int Minutes, double? PiecesPerMinute, double? Connections, string Sku, int Units);
