using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>Numbers as JSON has them: ratios with four decimals, amounts with two, others with three; null is unknown.</summary>
internal static class JsonValues
{
    private const int Decimals = 3;
    private const int RatioDecimals = 4;

    /// <summary>Returns a number with three decimals; null when it is infinite.</summary>
    public static double? Round(this double value) => double.IsFinite(value) ? Math.Round(value, Decimals) : null;

    /// <inheritdoc cref="Round(double)"/>
    public static double? Round(this double? value) => value?.Round();

    /// <summary>Returns a ratio with four decimals.</summary>
    public static double Round(this Ratio ratio) => RoundRatio(ratio.Value);

    /// <inheritdoc cref="Round(Ratio)"/>
    public static double RoundRatio(double ratio) => Math.Round(ratio, RatioDecimals);

    public static PerLimit<double> Round(this in PerLimit<Ratio> ratios) =>
        new(
            ratios.ServerLoad?.Round(),
            ratios.Connections?.Round(),
            ratios.Inbound?.Round(),
            ratios.Outbound?.Round(),
            ratios.Routing?.Round()
        );

    public static PerLimit<double> Round(this in TargetUtilizations targets) =>
        new(
            targets.ServerLoad.Round(),
            targets.Connections.Round(),
            targets.Inbound.Round(),
            targets.Outbound.Round(),
            targets.Routing.Round()
        );

    public static PerLimit<double> Round(this in PerLimit<double> values) =>
        new(values.ServerLoad.Round(), values.Connections.Round(), values.Inbound.Round(), values.Outbound.Round(), values.Routing.Round());

    /// <summary>Returns an amount to the cent, with both decimals; its currency is a field of its own.</summary>
    public static decimal ToAmount(this Money money) => decimal.Round(money.Amount, 2) + 0.00m;

    /// <inheritdoc cref="ToAmount(Money)"/>
    public static decimal? ToAmount(this Money? money) => money?.ToAmount();
}
