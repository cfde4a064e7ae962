using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Secrets;

/// <summary>Every row of the state, as the table service gives it to who may read the account.</summary>
internal static class TableDump
{
    /// <returns>Partition, key and the whole entity as text, its payload decoded.</returns>
    public static async Task<IReadOnlyList<(string Key, string Text)>> ReadAsync(Uri tables, CancellationToken cancellation)
    {
        using var http = new HttpClient();
        var rows = new List<(string, string)>();
        for (string? next = ""; next is not null; )
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri($"{tables.AbsoluteUri.TrimEnd('/')}/advisor(){next}"));
            Sign(request);
            using var answer = await http.SendAsync(request, cancellation);
            answer.EnsureSuccessStatusCode();
            using var json = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(cancellation));
            rows.AddRange(json.RootElement.GetProperty("value").EnumerateArray().Select(ReadRow));
            next = answer.Headers.TryGetValues("x-ms-continuation-NextPartitionKey", out var partition)
                ? $"?NextPartitionKey={Uri.EscapeDataString(partition.Single())}&"
                    + $"NextRowKey={Uri.EscapeDataString(answer.Headers.GetValues("x-ms-continuation-NextRowKey").Single())}"
                : null;
        }

        return rows;
    }

    private static (string Key, string Text) ReadRow(JsonElement entity) =>
        (
            $"{entity.GetProperty("PartitionKey").GetString()}/{entity.GetProperty("RowKey").GetString()}",
            entity.GetRawText() + Encoding.UTF8.GetString(entity.GetProperty("P").GetBytesFromBase64())
        );

    private static void Sign(HttpRequestMessage request)
    {
        var date = DateTimeOffset.UtcNow.ToString("R");
        var signature = HMACSHA256.HashData(
            Convert.FromBase64String(Azurite.Key),
            Encoding.UTF8.GetBytes($"{date}\n/{Azurite.Account}{request.RequestUri!.AbsolutePath}")
        );
        request.Headers.Add("x-ms-date", date);
        request.Headers.Add("x-ms-version", "2020-12-06");
        request.Headers.Add("Accept", "application/json;odata=minimalmetadata");
        request.Headers.TryAddWithoutValidation("Authorization", $"SharedKeyLite {Azurite.Account}:{Convert.ToBase64String(signature)}");
    }
}
