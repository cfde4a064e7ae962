using System.Net;
using System.Text;
using Advisor.Azure.Resilience;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Fuzzing;

/// <summary>
/// The answers of Azure through the real clients: the first byte of an input chooses the status, the rest is the body of every answer. A
/// problem is a value of the result.
/// </summary>
internal static class AzureTargets
{
    private static readonly HttpStatusCode[] Statuses =
    [
        HttpStatusCode.OK,
        HttpStatusCode.OK,
        HttpStatusCode.OK,
        HttpStatusCode.Accepted,
        HttpStatusCode.BadRequest,
        HttpStatusCode.Forbidden,
        HttpStatusCode.Conflict,
    ];

    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static readonly FleetScope Scope = new() { Subscriptions = [FakeAzure.Subscription] };

    private static readonly string Chat = FakeAzure.CreateId("chat");

    private const string Usages = """
        0{"value":[{"id":"x","unit":"Count","currentValue":3,"limit":300,"name":{"value":"SignalRTotalUnits","localizedValue":"Units"}}]}
        """;

    private const string Events = """
        0{"value":[{"caller":"ops@example.com","claims":{"appid":"04b07795-8ddb-461a-bbee-02f9e1bf7b46","idtyp":"user"},
        "operationName":{"value":"Microsoft.SignalRService/SignalR/write"},"status":{"value":"Succeeded"},
        "eventTimestamp":"2026-01-05T07:55:00.1234567Z"}]}
        """;

    private const string Prices = """
        0{"BillingCurrency":"USD","Items":[{"currencyCode":"USD","tierMinimumUnits":0.0,"retailPrice":1.61,"meterName":"Standard Unit",
        "skuName":"Standard","serviceName":"SignalR","unitOfMeasure":"1/Day","type":"Consumption","isPrimaryMeterRegion":true}],
        "NextPageLink":null,"Count":1}
        """;

    private const string Refused = """
        5{"error":{"code":"ScopeLocked","message":"The scope has a lock.","details":[{"code":"RequestDisallowedByPolicy","message":"x"}]}}
        """;

    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        Create("azure-list", (azure, cancel) => azure.Fleet.ListAsync(Scope, cancel), Sample("signalr-list.json"), Text(Refused)),
        Create("azure-usages", (azure, cancel) => azure.Fleet.ListAsync(Scope, cancel), Text(Usages)),
        Create(
            "azure-events",
            (azure, cancel) => azure.Fleet.FindChangerAsync(Chat, Now.AddHours(-1), Now, cancel),
            Text(Events),
            Text(Refused)
        ),
        Create("azure-prices", (azure, cancel) => azure.Prices.ReadAsync(ServiceKind.SignalR, "westeurope", "USD", cancel), Text(Prices)),
        Create(
            "azure-change",
            (azure, cancel) => azure.Fleet.ScaleAsync(new ScaleRequest(Chat, new("Standard_S1", 1), new("Standard_S1", 2)), cancel),
            Sample("az-signalr-show.json"),
            Text(Refused)
        ),
        FuzzTarget.Create(
            "key-vault",
            bytes => ReadSecretAsync(bytes).GetAwaiter().GetResult(),
            Text("0{\"value\":\"T0P\",\"id\":\"https://kv.vault.azure.net/secrets/room/1\"}"),
            Text(Refused)
        ),
    ];

    private static FuzzTarget Create(string name, Func<AzureConnection, CancellationToken, Task> call, params byte[][] corpus) =>
        FuzzTarget.Create(name, bytes => CallAsync(bytes, call).GetAwaiter().GetResult(), corpus) with
        {
            InputsOfTest = 2_000,
        };

    private static async Task CallAsync(byte[] bytes, Func<AzureConnection, CancellationToken, Task> call)
    {
        using var azure = AzureConnection.Create(
            new AzureOptions
            {
                Credential = new FixedCredential(),
                Handler = new Answering(bytes),
                Limits = new ResilienceLimits { Retries = 0 },
            }
        );
        await call(azure, CancellationToken.None);
    }

    private static async Task ReadSecretAsync(byte[] bytes)
    {
        using var secrets = new KeyVaultSecrets(new FixedCredential(), TimeProvider.System, new Answering(bytes));
        var id = new Uri("https://kv.vault.azure.net/secrets/room");
        var value = await secrets.ReadAsync(id, CancellationToken.None);
        if (value is null != secrets.FindProblem(id) is not null)
        {
            throw new InvalidOperationException("A secret is either read, or absent for a reason.");
        }
    }

    private static byte[] Text(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Sample(string name) => [(byte)'0', .. SampleFiles.ReadOurs(name)];

    /// <summary>A network with one answer to all.</summary>
    private sealed class Answering(byte[] input) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var answer = new HttpResponseMessage(input.Length > 0 ? Statuses[input[0] % Statuses.Length] : HttpStatusCode.OK)
            {
                Content = new ByteArrayContent(input.Length > 0 ? input[1..] : []),
            };
            if (request.RequestUri!.Host.EndsWith("vault.azure.net", StringComparison.Ordinal) && request.Headers.Authorization is null)
            {
                answer.StatusCode = HttpStatusCode.Unauthorized;
                answer.Headers.Add(
                    "WWW-Authenticate",
                    $"Bearer authorization=\"https://login.microsoftonline.com/{Guid.Empty}\", resource=\"https://vault.azure.net\""
                );
            }

            return Task.FromResult(answer);
        }
    }
}
