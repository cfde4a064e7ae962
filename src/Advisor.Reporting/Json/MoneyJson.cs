using System.Text.Json;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>An amount as <c>{"amount":98.20,"currency":"USD"}</c>; null where no price is known.</summary>
public static class MoneyJson
{
    public static void Write(Utf8JsonWriter writer, string name, Money? money)
    {
        if (money is not { } known)
        {
            writer.WriteNull(name);
            return;
        }

        writer.WriteStartObject(name);
        writer.WriteNumber("amount", Math.Round(known.Amount, 2));
        writer.WriteString("currency", known.Currency);
        writer.WriteEndObject();
    }
}
