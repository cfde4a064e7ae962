using System.Globalization;
using Advisor.Core.Scaling;

namespace Advisor.Core.Capacity;

/// <summary>Figures in sentences: thousands apart, no more digits than a person reads.</summary>
public static class Figures
{
    public static string Count(double value) => value.ToString(value is < 10 and > 0 && value != Math.Floor(value) ? "0.##" : "#,##0", CultureInfo.InvariantCulture);

    /// <summary>"1 unit", "3 units", "0 minutes": a whole number and its noun.</summary>
    /// <param name="noun">In the singular, of those that take an s.</param>
    public static string Counted(double count, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{count:#,##0} {noun}{(Math.Round(count) == 1 ? "" : "s")}");

    public static string Bytes(double perSecond) => perSecond switch
    {
        >= 1e6 => (perSecond / 1e6).ToString("#,##0.##", CultureInfo.InvariantCulture) + " MB/s",
        >= 1e3 => (perSecond / 1e3).ToString("0.#", CultureInfo.InvariantCulture) + " KB/s",
        _ => perSecond.ToString("0.#", CultureInfo.InvariantCulture) + " B/s",
    };

    /// <summary>A used amount or a limit of a dimension with its unit.</summary>
    public static string Of(Dimension dimension, double value) => dimension switch
    {
        Dimension.Inbound or Dimension.Outbound => Bytes(value),
        Dimension.Routing => Count(value) + " msg/s",
        Dimension.Connections => Count(value) + " connections",
        _ => value.ToString("0.#", CultureInfo.InvariantCulture) + " % server load",
    };

    /// <summary>"500 of 1,000 msg/s": what is used of a limit, the unit said once where both have the same.</summary>
    public static string Share(Dimension dimension, double used, double limit) => dimension is Dimension.Inbound or Dimension.Outbound
        ? $"{Bytes(used)} of {Bytes(limit)}"
        : $"{(dimension is Dimension.ServerLoad ? used.ToString("0.#", CultureInfo.InvariantCulture) : Count(used))} of {Of(dimension, limit)}";
}
