using System.Text;
using Advisor.Service.StateTransfer;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Tables;
using Advisor.Service.Tests.World;
using Advisor.Tests;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Service.Tests.Fuzzing;

/// <summary>Rows of the state, as another program or a fault left them, and the answers of Azure Tables.</summary>
internal static class ServiceTargets
{
    private const string Entities = """
        {"odata.metadata":"https://a.table.core.windows.net/$metadata#advisor","value":[
        {"odata.etag":"W/\"datetime'2026-01-05T08%3A00%3A00Z'\"",
        "PartitionKey":"fleet","RowKey":"layout","Timestamp":"2026-01-05T08:00:00Z","V":1,"At@odata.type":"Edm.DateTime",
        "At":"2026-01-05T08:00:00Z","P@odata.type":"Edm.Binary","P":"eyJidWNrZXRzIjoxfQ==","W":"5f0c"}]}
        """;

    // One row of each kind that three hours of two resources leave, one of them changed.
    private static readonly Lazy<IReadOnlyList<Row>> Rows = new(() => CreateRowsAsync().GetAwaiter().GetResult());

    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        // The first byte is the number of the row, the rest its content.
        FuzzTarget.Create("rows", ReadRow, Rows.Value.Select((row, i) => (byte[])[(byte)i, .. row.Payload.Span])) with
        {
            Documented = [typeof(StateStoreException)],
        },
        FuzzTarget.Create("tables", ReadTable, Encoding.UTF8.GetBytes(Entities)) with
        {
            Documented = [typeof(StateStoreException)],
            InputsOfTest = 2_000,
        },
    ];

    private static async Task<IReadOnlyList<Row>> CreateRowsAsync()
    {
        var world = new ServiceWorld();
        world.Azure.Add("chat", 1, _ => 2300);
        world.Azure.Add("feed", 5, _ => 1000);
        await world.RunAsync(180);
        var rows = new List<Row>();
        await foreach (var row in StateRows.ReadAsync(world.Store, buckets: 1, CancellationToken.None))
        {
            rows.Add(row);
        }

        return [.. rows.DistinctBy(row => (RowKind.Find(row)?.Name, row.Key.Length))];
    }

    private static void ReadRow(byte[] bytes)
    {
        if (bytes.Length > 0)
        {
            var row = Rows.Value[bytes[0] % Rows.Value.Count];
            RowKind.Find(row)!.Read(row with { Payload = bytes.AsMemory(1) });
        }
    }

    private static void ReadTable(byte[] bytes)
    {
        using var transport = new HttpClientTransport(new HttpClient(new Answering(bytes)));
        var store = TableStateStore
            .OpenAsync(
                new Uri("https://a.table.core.windows.net"),
                new AnyCredential(),
                new TableStateStoreOptions { Transport = transport, Retry = { MaxRetries = 0 } },
                CancellationToken.None
            )
            .GetAwaiter()
            .GetResult();
        store.QueryAsync(new RowQuery("fleet", "a", "z", null), CancellationToken.None).GetAwaiter().GetResult();
    }

    private sealed class Answering(byte[] body) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var answer = new HttpResponseMessage { Content = new ByteArrayContent(body) };
            answer.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json;odata=minimalmetadata");
            return Task.FromResult(answer);
        }
    }

    private sealed class AnyCredential : TokenCredential
    {
        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            new("token", DateTimeOffset.MaxValue);

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            new(GetToken(requestContext, cancellationToken));
    }
}
