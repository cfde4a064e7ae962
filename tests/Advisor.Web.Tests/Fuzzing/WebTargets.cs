using System.Net;
using System.Text;
using Advisor.Tests;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Fuzzing;

/// <summary>
/// Requests over real HTTP: a line with the method and the address, then the body of a form. None is a fault of the server, none returns
/// what it was sent as markup, and a refusal of the API is a problem in JSON.
/// </summary>
internal static class WebTargets
{
    // What an attacker plants into every field: no answer may contain it as it is.
    private const string Markup = "<b onmouseover=x>";

    private const string Chat = "%2Fsubscriptions%2Fs%2FresourceGroups%2Fg%2Fproviders%2FMicrosoft.SignalRService%2FSignalR%2Fchat";

    private static readonly Lazy<(ApiWorld World, Uri Approval)> Server = new(() => StartAsync().GetAwaiter().GetResult());

    private static readonly string[] Reads =
    [
        "/?q=chat&sort=-name&group=team&state=atRisk&rows=all",
        "/fleet.csv?q=chat&team=realtime",
        "/timeline?kind=change&resource=" + Chat,
        "/approvals",
        "/service",
        "/resource?id=" + Chat,
        "/api/resources?limit=2&after=x",
        "/api/resources/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat",
        "/api/history?resource=" + Chat + "&from=2026-01-05T08:00:00Z&limit=5",
        "/api/changes?from=2026-01-05&to=2026-01-06T00:00:00%2B02:00",
        "/api/series?resource=" + Chat + "&metric=serverLoad&from=2026-01-05T08:00:00Z&step=5m",
        "/api/timeline?limit=10&cursor=abc",
        "/api/fleet?team=realtime",
        "/api/dead-letters/1",
        "/metrics?resource=x",
        "/open/silence?t=abc",
    ];

    private static readonly string[] Forms =
    [
        "/approvals\nid=1&answer=approve&reason=x",
        "/service\npause=1&hours=2&reason=x",
        "/resource\nid=" + Chat + "&action=pin&units=5&until=2026-01-06T08:00",
        "/open/silence\nt=abc&hours=2&reason=x",
        "/api/pause\nminutes=5",
        "/api/evaluate\n{\"resources\":[]}",
    ];

    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        FuzzTarget.Create(
            "http",
            bytes => SendAsync(Encoding.UTF8.GetString(bytes)).GetAwaiter().GetResult(),
            Reads
                .Select(path => Encoding.UTF8.GetBytes("GET " + path + Uri.EscapeDataString(Markup)))
                .Concat(Forms.Select(form => Encoding.UTF8.GetBytes("POST " + form + Uri.EscapeDataString(Markup))))
                .Concat(ListApproval())
        ) with
        {
            InputsOfTest = 1_000,
        },
    ];

    private static async Task<(ApiWorld World, Uri Approval)> StartAsync()
    {
        var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await FleetSample.AddAsync(await world.Service.OpenStateAsync(), 5, world.Now);
        return (world, await world.RequestApprovalAsync());
    }

    // The link of a message, whose signature every change breaks.
    private static IEnumerable<byte[]> ListApproval()
    {
        var link = Server.Value.Approval;
        yield return Encoding.UTF8.GetBytes("GET " + link.PathAndQuery);
        yield return Encoding.UTF8.GetBytes($"POST {link.AbsolutePath}\n{link.Query.TrimStart('?')}&answer=details");
    }

    private static async Task SendAsync(string input)
    {
        var (line, body) = input.Split('\n', 2) is [var first, var rest] ? (first, rest) : (input, "");
        var (word, path) = line.Split(' ', 2) is [var verb, var address] ? (verb, address) : ("GET", line);
        var world = Server.Value.World;
        if (!Uri.TryCreate(world.Address, path, out var uri) || uri.Authority != world.Address.Authority || uri.Scheme != "http")
        {
            return;
        }

        // The server refuses the one before any route, without a body; the other is another host for the client.
        if (uri.AbsolutePath.Contains("%00", StringComparison.Ordinal) || uri.AbsolutePath.StartsWith("//", StringComparison.Ordinal))
        {
            return;
        }

        var method =
            Array.Find(["GET", "POST", "HEAD", "PUT", "DELETE"], known => word.StartsWith(known, StringComparison.Ordinal)) ?? "GET";
        using var form = new StringContent(body, Encoding.UTF8, "application/x-www-form-urlencoded");
        var answer = await world.SendAsync(new HttpMethod(method), uri.PathAndQuery, method == "POST" ? form : null, "same-origin", null);
        Judge(uri.AbsolutePath, method, answer);
    }

    private static void Judge(string path, string method, Answer answer)
    {
        var type = answer.Headers.GetValueOrDefault("Content-Type") ?? "";
        var problem =
            answer.Status >= HttpStatusCode.InternalServerError ? "It is a fault of the server."
            : type.StartsWith("text/html", StringComparison.Ordinal) && answer.Body.Contains(Markup, StringComparison.OrdinalIgnoreCase)
                ? "It has the markup that it was sent."
            : path.StartsWith("/api/", StringComparison.Ordinal)
            && method != "HEAD"
            && answer.Status >= HttpStatusCode.BadRequest
            && !type.StartsWith("application/problem+json", StringComparison.Ordinal)
                ? "It is no problem in JSON."
            : null;
        if (problem is not null)
        {
            throw new InvalidOperationException($"{method} {path} is {(int)answer.Status} {type}. {problem}");
        }
    }
}
