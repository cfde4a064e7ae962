using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Core.Capacity;

/// <summary>Amounts of a limit in sentences, each with its unit.</summary>
public static class Figures
{
    /// <summary>A used amount or a limit of a dimension with its unit.</summary>
    public static string Of(Dimension dimension, double value) => dimension switch
    {
        Dimension.Inbound or Dimension.Outbound => Wording.Bytes(value),
        Dimension.Routing => Wording.Number(value) + " msg/s",
        Dimension.Connections => Wording.Number(value) + " connections",
        _ => value.ToString("0.#", CultureInfo.InvariantCulture) + " % server load",
    };

    /// <summary>"500 of 1,000 msg/s": what is used of a limit, the unit said once where both have the same.</summary>
    public static string Share(Dimension dimension, double used, double limit) => dimension is Dimension.Inbound or Dimension.Outbound
        ? $"{Wording.Bytes(used)} of {Wording.Bytes(limit)}"
        : $"{(dimension is Dimension.ServerLoad ? used.ToString("0.#", CultureInfo.InvariantCulture) : Wording.Number(used))} of {Of(dimension, limit)}";
}
