using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Formats amounts of a limit with their unit.</summary>
public static class LimitText
{
    /// <summary>Formats an amount in use, or a limit, with its unit.</summary>
    public static string Format(Limit limit, double value) =>
        limit switch
        {
            Limit.Inbound or Limit.Outbound => Wording.FormatByteRate(value),
            Limit.Routing => Wording.FormatNumber(value) + " msg/s",
            Limit.Connections => Wording.FormatNumber(value) + " connections",
            _ => value.ToString("0.#") + " % server load",
        };

    /// <summary>Formats used and limit: "500 of 1,000 msg/s". The unit appears once if both share it.</summary>
    public static string FormatShare(Limit limit, double used, double max) =>
        limit is Limit.Inbound or Limit.Outbound
            ? $"{Wording.FormatByteRate(used)} of {Wording.FormatByteRate(max)}"
            : $"{(limit is Limit.ServerLoad ? used.ToString("0.#") : Wording.FormatNumber(used))} of " + $"{Format(limit, max)}";
}
