using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Amounts of a limit in sentences, each with its unit.</summary>
public static class LimitText
{
    /// <summary>A used amount or a limit of a dimension with its unit.</summary>
    public static string Format(Limit limit, double value) =>
        limit switch
        {
            Limit.Inbound or Limit.Outbound => Wording.Bytes(value),
            Limit.Routing => Wording.Number(value) + " msg/s",
            Limit.Connections => Wording.Number(value) + " connections",
            _ => value.ToString("0.#", CultureInfo.InvariantCulture) + " % server load",
        };

    /// <summary>"500 of 1,000 msg/s": what is used of a limit, the unit said once where both have the same.</summary>
    public static string FormatShare(Limit limit, double used, double max) =>
        limit is Limit.Inbound or Limit.Outbound
            ? $"{Wording.Bytes(used)} of {Wording.Bytes(max)}"
            : $"{(limit is Limit.ServerLoad ? used.ToString("0.#", CultureInfo.InvariantCulture) : Wording.Number(used))} of "
                + $"{Format(limit, max)}";
}
