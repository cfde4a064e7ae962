using System.Net;
using System.Text;
using Advisor.Azure.Resilience;

namespace Advisor.Azure.Tests;

/// <summary>A call as it left the transport.</summary>
internal sealed record RecordedCall(string Method, Uri Uri, string Body, string? Authorization)
{
    /// <summary>Value of the header by which Cost Management tells its callers apart; null = none.</summary>
    public string? ClientType { get; init; }
}

/// <summary>
/// Takes the place of the network under the real clients: answers by the first route whose text the address contains, and remembers every
/// call. An address without a route is 404, as in Azure.
/// </summary>
internal sealed class FakeAzure : HttpMessageHandler
{
    public const string Subscription = "00000000-0000-0000-0000-000000000001";

    private readonly List<(string Method, string Part, Func<RecordedCall, HttpResponseMessage> Answer)> routes = [];
    private readonly List<RecordedCall> calls = [];

    public IReadOnlyList<RecordedCall> Calls
    {
        get
        {
            lock (calls)
            {
                return [.. calls];
            }
        }
    }

    public static string CreateId(string name, string type = "SignalR", string subscription = Subscription) =>
        $"/subscriptions/{subscription}/resourceGroups/rg/providers/Microsoft.SignalRService/{type}/{name}";

    public static HttpResponseMessage CreateJson(string body, int status = 200, params (string Name, string Value)[] headers)
    {
        var response = new HttpResponseMessage((HttpStatusCode)status)
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        foreach (var (name, value) in headers)
        {
            response.Headers.TryAddWithoutValidation(name, value);
        }

        return response;
    }

    public static HttpResponseMessage CreateError(
        int status,
        string code,
        string message = "Because.",
        params (string Name, string Value)[] headers
    ) => CreateJson($$$"""{"error":{"code":"{{{code}}}","message":"{{{message}}}"}}""", status, headers);

    /// <summary>Routes added later come first.</summary>
    public FakeAzure Handle(string method, string part, Func<RecordedCall, HttpResponseMessage> answer)
    {
        routes.Insert(0, (method, part, answer));
        return this;
    }

    public FakeAzure Handle(string method, string part, string json) => Handle(method, part, _ => CreateJson(json));

    public AzureOptions CreateOptions(TimeProvider? time = null) =>
        new()
        {
            Credential = new FixedCredential(),
            Handler = this,
            Time = time ?? TimeProvider.System,
            Limits = new ResilienceLimits { Retries = 0 },
        };

    public AzureConnection Connect(TimeProvider? time = null) => AzureConnection.Create(CreateOptions(time));

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var body = request.Content is null ? string.Empty : await request.Content.ReadAsStringAsync(cancellationToken);
        var call = new RecordedCall(request.Method.Method, request.RequestUri!, body, request.Headers.Authorization?.ToString())
        {
            ClientType = request.Headers.TryGetValues("ClientType", out var client) ? string.Concat(client) : null,
        };
        lock (calls)
        {
            calls.Add(call);
        }

        var address = Uri.UnescapeDataString(call.Uri.ToString());
        var route = routes.FirstOrDefault(r => r.Method == call.Method && address.Contains(r.Part, StringComparison.OrdinalIgnoreCase));
        var response = route.Answer?.Invoke(call) ?? CreateError(404, "ResourceNotFound", "There is no such thing.");
        response.RequestMessage = request;
        return response;
    }
}
