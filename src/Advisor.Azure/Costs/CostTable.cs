using System.Globalization;
using System.Text.Json;
using Advisor.Azure.Resources;
using Advisor.Core.Capacity.Costs;

namespace Advisor.Azure.Costs;

/// <summary>
/// Reads a page of the Query API: <c>{"columns":[{"name":"Cost","type":"Number"},…],"rows":[[1.5,…],…]}</c>. Columns are found by
/// name, since their order is that of Azure.
/// </summary>
internal static class CostTable
{
    public const string Cost = "Cost";
    public const string Quantity = "UsageQuantity";

    /// <exception cref="InvalidResponseException">A column is missing, or a row does not fit the columns.</exception>
    public static IEnumerable<ActualCostRow> Read(JsonElement properties, string path)
    {
        var names = ArmPages.GetElements(properties, path, "columns").Select(column => ResourceJson.GetText(column, "name")).ToList();
        int Find(string name) => names.FindIndex(known => string.Equals(known, name, StringComparison.OrdinalIgnoreCase));
        var (resource, day, meter, currency) = (Find("ResourceId"), Find("UsageDate"), Find("Meter"), Find("Currency"));
        var (cost, quantity) = (Find(Cost) >= 0 ? Find(Cost) : Find("PreTaxCost"), Find(Quantity));
        if (resource < 0 || day < 0 || currency < 0 || cost < 0)
        {
            throw new InvalidResponseException($"The costs of {path} came without resource, day, cost or currency.");
        }

        foreach (var row in ArmPages.GetElements(properties, path, "rows"))
        {
            if (row.ValueKind != JsonValueKind.Array || row.GetArrayLength() != names.Count)
            {
                throw CreateException(path);
            }

            // A credit that belongs to no resource has an empty id.
            var id = GetText(row, resource);
            if (id.Length > 0)
            {
                yield return new ActualCostRow(
                    id,
                    ParseDay(row, day, path),
                    GetText(row, meter),
                    GetText(row, currency).ToUpperInvariant(),
                    GetNumber(row, cost) ?? throw CreateException(path),
                    GetNumber(row, quantity)
                );
            }
        }
    }

    // 20261121, a number; or 2026-11-21T00:00:00.
    private static DateOnly ParseDay(JsonElement row, int column, string path)
    {
        var text = GetCell(row, column) is { ValueKind: JsonValueKind.Number } number ? number.GetRawText() : GetText(row, column);
        return DateOnly.TryParseExact(
            text.Split('T')[0],
            ["yyyyMMdd", "yyyy-MM-dd"],
            CultureInfo.InvariantCulture,
            DateTimeStyles.None,
            out var day
        )
            ? day
            : throw CreateException(path);
    }

    private static JsonElement? GetCell(JsonElement row, int column) => column >= 0 ? row[column] : null;

    private static string GetText(JsonElement row, int column) =>
        GetCell(row, column) is { ValueKind: JsonValueKind.String } text ? text.GetString()! : "";

    private static decimal? GetNumber(JsonElement row, int column) =>
        GetCell(row, column) is { ValueKind: JsonValueKind.Number } number && number.TryGetDecimal(out var value) ? value : null;

    private static InvalidResponseException CreateException(string path) =>
        new($"A row of the costs of {path} does not fit its columns: try again later.");
}
