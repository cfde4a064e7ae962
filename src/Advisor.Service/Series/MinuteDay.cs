using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;

namespace Advisor.Service.Series;

/// <summary>
/// Minutes of a resource on one day of UTC: required units by limit (as <see cref="UnitsCode"/>), units in force, and whether there was
/// data.
/// </summary>
public sealed class MinuteDay
{
    public const int Minutes = 1440;

    internal const int Limits = 5;

    // 0 is a minute that was never evaluated.
    internal const byte WithoutData = 1,
        WithData = 2;

    private readonly ushort[][] required = [.. Enumerable.Range(0, Limits).Select(_ => new ushort[Minutes])];
    private readonly ushort[] units = new ushort[Minutes];
    private readonly byte[] presence = new byte[Minutes];

    public MinuteDay(DateOnly day) => Day = day;

    public DateOnly Day { get; }

    /// <summary>Number of minutes of the day up to the newest known one, 0 to 1440.</summary>
    public int Count { get; private set; }

    /// <summary>Returns the UTC day of an instant.</summary>
    public static DateOnly GetDay(DateTimeOffset at) => DateOnly.FromDateTime(at.UtcDateTime);

    /// <summary>Values of a minute, 0 to 1439; all unknown if it was never evaluated.</summary>
    public MinuteValues this[int minute] =>
        new(
            new PerLimit<double>(
                Decode(Limit.ServerLoad, minute),
                Decode(Limit.Connections, minute),
                Decode(Limit.Inbound, minute),
                Decode(Limit.Outbound, minute),
                Decode(Limit.Routing, minute)
            ),
            units[minute] == 0 ? null : units[minute],
            HasData(minute)
        );

    public bool HasData(int minute) => presence[minute] == WithData;

    /// <summary>Returns the code of the units that a limit requires in a minute; <see cref="UnitsCode.Unknown"/> when unknown.</summary>
    public ushort GetCode(Limit limit, int minute) => required[(int)limit - 1][minute];

    /// <summary>Returns the units in force in a minute; 0 when unknown.</summary>
    public int GetUnits(int minute) => units[minute];

    /// <summary>Adds a minute. A minute with data is not replaced; one without data is replaced by late data.</summary>
    /// <returns>Whether anything was added.</returns>
    public bool Add(int minute, in MinuteValues values)
    {
        var seen = values.HasData ? WithData : WithoutData;
        if (presence[minute] >= seen)
        {
            return false;
        }

        presence[minute] = seen;
        units[minute] = (ushort)Math.Clamp(values.Units ?? units[minute], 0, ushort.MaxValue);
        foreach (var limit in LimitingFactor.Limits)
        {
            required[(int)limit - 1][minute] = values.Required[limit] is { } need ? UnitsCode.Encode(need) : UnitsCode.Unknown;
        }

        Count = Math.Max(Count, minute + 1);
        return true;
    }

    private double? Decode(Limit limit, int minute) =>
        GetCode(limit, minute) is > UnitsCode.Unknown and var code ? UnitsCode.Decode(code) : null;

    /// <summary>Columns as stored, each with the minutes up to <see cref="Count"/>.</summary>
    internal (IEnumerable<ushort[]> Codes, byte[] Presence) Columns => ([.. required, units], presence);

    internal static MinuteDay FromColumns(DateOnly day, int count, Action<ushort[]> readCodes, Action<byte[]> readPresence)
    {
        var read = new MinuteDay(day) { Count = count };
        foreach (var codes in (ushort[][])[.. read.required, read.units])
        {
            readCodes(codes);
        }

        readPresence(read.presence);
        return read;
    }
}
