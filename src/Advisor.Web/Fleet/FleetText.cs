using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Web.Fleet;

/// <summary>Formats values for narrow columns.</summary>
internal static class FleetText
{
    public const string Unknown = "–";

    public const string Now = "now";

    public static string FormatLimit(Limit limit) =>
        limit switch
        {
            Limit.ServerLoad => "Server load",
            Limit.Connections => "Connections",
            Limit.Inbound => "Inbound",
            Limit.Outbound => "Outbound",
            Limit.Routing => "Routing",
            _ => "None",
        };

    /// <summary>Returns a size such as "S1 × 3": the letter identifies the tier.</summary>
    public static string FormatSize(Size size) => $"{size.Sku[(size.Sku.IndexOf('_', StringComparison.Ordinal) + 1)..]} × {size.Units}";

    public static string FormatAmount(decimal? amount) => amount is { } known ? Wording.FormatBareAmount(known) : Unknown;

    /// <summary>What stands for the required units where no number of units carries the load.</summary>
    public const string NoSize = "no size";

    /// <summary>Formats the required units: "4.35", "at least 1.09" at a full size, or "no size" where none carries the load.</summary>
    public static string FormatRequired(FleetEntry entry) =>
        entry.IsBeyondAnySize ? NoSize
        : entry is { IsFull: true, RequiredUnits: not null } ? "at least " + FormatNumber(entry.RequiredUnits)
        : FormatNumber(entry.RequiredUnits);

    public static string FormatNumber(double? value) => value is { } known ? known.ToString("#,##0.0") : Unknown;

    public static string FormatPercent(double? ratio) => ratio is { } known ? Wording.FormatPercent(known) : Unknown;

    /// <summary>Returns an age: "40 s", "3 min", "5 h", "2 d"; "now" for times ahead because of a clock difference.</summary>
    public static string FormatAge(DateTimeOffset? at, DateTimeOffset now) =>
        (now - at) is not { } age ? Unknown
        : age < TimeSpan.FromSeconds(1) ? Now
        : age < TimeSpan.FromMinutes(1) ? $"{Math.Floor(age.TotalSeconds):0} s"
        : age < TimeSpan.FromHours(1) ? $"{Math.Floor(age.TotalMinutes):0} min"
        : age < TimeSpan.FromDays(2) ? $"{Math.Floor(age.TotalHours):0} h"
        : $"{Math.Floor(age.TotalDays):#,##0} d";

    /// <summary>Returns an age for a sentence: "3 min ago", or "now".</summary>
    public static string DescribeAge(DateTimeOffset at, DateTimeOffset now) =>
        FormatAge(at, now) is var age and not Now ? $"{age} ago" : Now;
}
