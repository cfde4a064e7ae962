using System.Text.Json;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>
/// A monthly cost as <c>{"currency":"USD","today":{"units":96.60,"messages":0.00,"total":96.60},…}</c>: units + messages = total, all to
/// the cent.
/// </summary>
public static class CostJson
{
    /// <summary>
    /// Writes <c>"cost":{…}</c> with what is paid today, what after the recommendation, and the change; null where no price is known.
    /// </summary>
    /// <param name="writer">Inside an object.</param>
    /// <param name="today">Of the size in force.</param>
    /// <param name="after">Of the size recommended; as today where nothing is to change.</param>
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
    /// Writes <c>"cost":{"currency":…,"units":…,"messages":…,"total":…,"missing":…}</c> of one size; null where no price is known.
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

    /// <summary>The word for what a total leaves out: messagePrice or traffic; null where it leaves out nothing.</summary>
    public static string? FindMissing(MonthlyCost cost) =>
        cost.Missing == CostGap.None ? null : JsonNamingPolicy.CamelCase.ConvertName(cost.Missing.ToString());

    /// <summary>Writes an amount to the cent; its currency stands beside it.</summary>
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
        if (cost.Messages is { } messages)
        {
            WriteAmount(writer, "messages", messages);
        }
        else
        {
            writer.WriteNull("messages");
        }

        WriteAmount(writer, "total", cost.Total);
    }
}
