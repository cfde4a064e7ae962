using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure;

namespace Advisor.Lab.Tests.LocalAzure;

/// <summary>Plain HTTP against a loopback Azure, as a script with curl would speak.</summary>
internal sealed class LocalAzureClient(LocalAzureHost azure) : IDisposable
{
    private readonly HttpClient http = new() { BaseAddress = azure.Endpoint };

    public string Subscription { get; } = $"/subscriptions/{azure.SubscriptionId}";

    public HttpClient Http => http;

    /// <summary>Adds the api-version and sends.</summary>
    public async Task<Answer> SendAsync(HttpMethod method, string path, string? body = null, string? host = null, string? token = null)
    {
        using var request = new HttpRequestMessage(
            method,
            path.Contains("api-version", StringComparison.Ordinal)
                ? path
                : path + (path.Contains('?', StringComparison.Ordinal) ? "&" : "?") + "api-version=" + GetVersion(path)
        );
        if (body is not null)
        {
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        }

        request.Headers.Host = host;
        request.Headers.Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token);
        using var response = await http.SendAsync(request, TestContext.Current.CancellationToken);
        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        var headers = response
            .Headers.Concat(response.Content.Headers)
            .ToDictionary(h => h.Key, h => string.Join(',', h.Value), StringComparer.OrdinalIgnoreCase);
        return new Answer(response.StatusCode, text, headers);
    }

    // Each provider has versions of its own.
    private static string GetVersion(string path) =>
        path.Contains("metrics:getBatch", StringComparison.OrdinalIgnoreCase) ? "2024-02-01"
        : path.Contains("/autoscalesettings", StringComparison.OrdinalIgnoreCase) ? "2015-04-01"
        : path.Contains("/microsoft.insights/", StringComparison.OrdinalIgnoreCase) ? "2018-01-01"
        : "2024-03-01";

    public Task<Answer> GetAsync(string path) => SendAsync(HttpMethod.Get, path);

    /// <summary>
    /// Gets a path with {sub} in place of the subscription, and {premium} and {live} in place of a SignalR and a Web PubSub resource of the
    /// samples.
    /// </summary>
    public Task<Answer> GetSampleAsync(string path) =>
        GetAsync(
            path.Replace("{sub}", Subscription, StringComparison.Ordinal)
                .Replace("{premium}", azure.GetResource("premium-autoscale").Id, StringComparison.Ordinal)
                .Replace("{live}", azure.GetResource("live-webpubsub").Id, StringComparison.Ordinal)
        );

    public Task<Answer> PatchAsync(string path, string body) => SendAsync(HttpMethod.Patch, path, body);

    public async Task<JsonNode> GetJsonAsync(string path)
    {
        var answer = await GetAsync(path);
        Assert.Equal(HttpStatusCode.OK, answer.Status);
        return answer.Json;
    }

    /// <summary>Metrics of one resource over [start, end).</summary>
    public Task<Answer> ReadMetricsAsync(
        string id,
        string names,
        DateTimeOffset start,
        DateTimeOffset end,
        string more = "interval=PT1M&aggregation=average,maximum,total"
    ) =>
        GetAsync(
            $"{id}/providers/microsoft.insights/metrics?timespan={start:yyyy-MM-ddTHH:mm:ssZ}/{end:yyyy-MM-ddTHH:mm:ssZ}&"
                + $"metricnames={names}&{more}"
        );

    /// <summary>Metrics of many resources over [start, end).</summary>
    public Task<Answer> ReadBatchAsync(
        IEnumerable<string> ids,
        string type,
        string names,
        DateTimeOffset start,
        DateTimeOffset end,
        string? host = null,
        string aggregation = "maximum"
    ) =>
        SendAsync(
            HttpMethod.Post,
            $"{Subscription}/metrics:getBatch?starttime={start:yyyy-MM-ddTHH:mm:ssZ}&endtime={end:yyyy-MM-ddTHH:mm:ssZ}&"
                + $"interval=PT1M&metricnamespace={type}&metricnames={names}&aggregation={aggregation}",
            new JsonObject { ["resourceids"] = new JsonArray([.. ids.Select(id => (JsonNode)id)]) }.ToJsonString(),
            host
        );

    public Task<Answer> AddFaultAsync(string json) => SendAsync(HttpMethod.Post, "/local/faults", json);

    public Task<Answer> AddSkewAsync(DateTimeOffset from, DateTimeOffset until, int aheadSeconds) =>
        SendAsync(
            HttpMethod.Post,
            "/local/clock/skews",
            $$"""{"from":"{{from:O}}","until":"{{until:O}}","aheadSeconds":{{aheadSeconds}}}"""
        );

    public void Dispose() => http.Dispose();

    internal sealed record Answer(HttpStatusCode Status, string Text, IReadOnlyDictionary<string, string> Headers)
    {
        public JsonNode Json => JsonNode.Parse(Text)!;

        /// <summary>The code of an error, nested or flat.</summary>
        public string? ErrorCode => (string?)(Json["error"]?["code"] ?? Json["code"]);

        public string? ErrorMessage => (string?)(Json["error"]?["message"] ?? Json["message"]);
    }
}
