using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;
using Advisor.HostStandIn;

namespace Advisor.Functions.Tests.Secrets;

/// <content>The calls that are made to the app.</content>
public sealed partial class LeakTests
{
    private static string CreateAddress(RepeatingReceiver receiver, int status, string secret) =>
        new Uri(receiver.Address, $"/{status}/{Uri.EscapeDataString(secret)}?sig={Uri.EscapeDataString(secret)}").AbsoluteUri;

    /// <summary>
    /// Every route, with keys and tokens as callers have them, in headers and, as links do, in the address; right ones and wrong ones.
    /// </summary>
    private static async Task<IReadOnlyList<string>> SendEveryRequestAsync(StandInHost host, PlantedSecrets planted)
    {
        var (bearer, principal, query) = (planted.Plant("bearer"), planted.Plant("principal"), planted.Plant("query"));
        string[] paths =
        [
            "/api/resources",
            "/api/resources?after=wrong",
            "/api/history?resource=wrong",
            "/api/changes",
            "/api/dead-letters",
            "/api/nothing",
            "/open/health",
            "/open/nothing",
            "/open/approvals/nothing",
            "/open/silences/new?alert=serverLoad",
            "/open/resources?id=x",
        ];
        using var http = new HttpClient();
        var answers = new List<string>();
        foreach (
            var (method, path) in paths
                .Select(path => (HttpMethod.Get, path))
                .Append((HttpMethod.Post, "/api/evaluate"))
                .Append((HttpMethod.Post, "/open/approvals/nothing"))
        )
        {
            using var request = new HttpRequestMessage(
                method,
                new Uri(host.Address, $"{path}{(path.Contains('?', StringComparison.Ordinal) ? "&" : "?")}t={Uri.EscapeDataString(query)}")
            );
            request.Headers.Add("x-functions-key", planted["functionKey"]);
            request.Headers.Add("X-MS-CLIENT-PRINCIPAL", principal);
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", bearer);
            request.Content = method == HttpMethod.Post ? new StringContent($"t={query}", Encoding.UTF8, "application/json") : null;
            using var answer = await http.SendAsync(request, Cancellation);
            answers.Add($"{path}: {answer.Headers}{await answer.Content.ReadAsStringAsync(Cancellation)}");
        }

        using var wrongKey = await http.GetAsync(new Uri(host.Address, "/api/resources?code=" + Uri.EscapeDataString(query)), Cancellation);
        Assert.Equal(401, (int)wrongKey.StatusCode);
        return answers;
    }

    // What opens a link: the key's id, the expiry, 32 bytes in base64url.
    [GeneratedRegex("""one\.[0-9]{10}\.[A-Za-z0-9_-]{43}""", RegexOptions.None, 1000)]
    private static partial Regex TokenPattern();
}
