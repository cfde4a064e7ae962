using System.Text.Json;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes a monthly cost as <c>{"currency":"USD","today":{"units":96.60,"messages":0.00,"total":96.60},…}</c>: units + messages = total,
/// all to the cent.
/// </summary>
public static class CostJson
{
    /// <summary>
    /// Writes <c>"cost":{…}</c> with the cost today, the cost after the recommendation, and the change; null when no price is known.
    /// </summary>
    /// <param name="writer">A writer inside an object.</param>
    /// <param name="today">Cost of the current size.</param>
    /// <param name="after">Cost of the recommended size; equal to today's when nothing changes.</param>
    /// <param name="more">Writes further fields into the object.</param>
    public static void Write(Utf8JsonWriter writer, MonthlyCost? today, MonthlyCost? after, Action? more = null)
    {
        if (today is not { } now)
        {
            writer.WriteNull("cost");
            return;
        }

        writer.WriteStartObject("cost");
        writer.WriteString("currency", now.Units.Currency);
        WriteAmounts(writer, "today", now);
        if (after is { } then && then.Units.Currency == now.Units.Currency)
        {
            WriteAmounts(writer, "after", then);
            WriteAmount(writer, "change", then.Total - now.Total);
        }
        else
        {
            writer.WriteNull("after");
            writer.WriteNull("change");
        }

        writer.WriteString("missing", FindMissing(now));
        more?.Invoke();
        writer.WriteEndObject();
    }

    /// <summary>
    /// Writes <c>"cost":{"currency":…,"units":…,"messages":…,"total":…,"missing":…}</c> of one size; null when no price is known.
    /// </summary>
    public static void Write(Utf8JsonWriter writer, MonthlyCost? cost)
    {
        if (cost is not { } known)
        {
            writer.WriteNull("cost");
            return;
        }

        writer.WriteStartObject("cost");
        writer.WriteString("currency", known.Units.Currency);
        WriteFields(writer, known);
        writer.WriteString("missing", FindMissing(known));
        writer.WriteEndObject();
    }

    /// <summary>
    /// Writes <c>"month":{"start":"2026-11-01","toDate":{…},"expected":{…},"lastMonth":{…},"change":…,"estimatedDays":0}</c>; null when
    /// nothing is known of the month.
    /// </summary>
    public static void Write(Utf8JsonWriter writer, MonthBill? bill)
    {
        if (bill is null)
        {
            writer.WriteNull("month");
            return;
        }

        writer.WriteStartObject("month");
        writer.WriteString("start", bill.Month.ToString("yyyy-MM-dd"));
        WriteAmounts(writer, "toDate", bill.ToDate);
        WriteAmounts(writer, "expected", bill.Expected);
        if (bill.LastMonth is { } last)
        {
            WriteAmounts(writer, "lastMonth", last);
        }
        else
        {
            writer.WriteNull("lastMonth");
        }

        WriteAmount(writer, "change", bill.Change);
        writer.WriteNumber("estimatedDays", bill.EstimatedDays);
        writer.WriteEndObject();
    }

    /// <summary>
    /// Writes <c>"prices":"list","pricesAsOf":"2022","priceBasis":"list price of 2022 in USD, region not stated"</c>.
    /// </summary>
    public static void WritePrices(Utf8JsonWriter writer, PriceOrigin origin, string basis)
    {
        writer.WriteString("prices", FormatSource(origin.Source));
        writer.WriteString("pricesAsOf", origin.AsOf);
        writer.WriteString("priceBasis", basis);
    }

    /// <summary>Returns the name of a source of prices: list, own or retail.</summary>
    public static string FormatSource(PriceSource source) => JsonNamingPolicy.CamelCase.ConvertName(source.ToString());

    /// <summary>Writes an amount to the cent, or null; its currency is a field of its own.</summary>
    public static void WriteAmount(Utf8JsonWriter writer, string name, Money? money)
    {
        if (money is { } known)
        {
            WriteAmount(writer, name, known);
        }
        else
        {
            writer.WriteNull(name);
        }
    }

    /// <summary>Returns what a total does not include: messagePrice or traffic; null when it is complete.</summary>
    public static string? FindMissing(MonthlyCost cost) =>
        cost.Missing == CostGap.None ? null : JsonNamingPolicy.CamelCase.ConvertName(cost.Missing.ToString());

    /// <summary>Writes an amount to the cent; its currency is a field of its own.</summary>
    public static void WriteAmount(Utf8JsonWriter writer, string name, Money money) =>
        writer.WriteNumber(name, decimal.Round(money.Amount, 2) + 0.00m);

    private static void WriteAmounts(Utf8JsonWriter writer, string name, MonthlyCost cost)
    {
        writer.WriteStartObject(name);
        WriteFields(writer, cost);
        writer.WriteEndObject();
    }

    private static void WriteFields(Utf8JsonWriter writer, MonthlyCost cost)
    {
        WriteAmount(writer, "units", cost.Units);
        WriteAmount(writer, "messages", cost.Messages);
        WriteAmount(writer, "total", cost.Total);
    }
}
