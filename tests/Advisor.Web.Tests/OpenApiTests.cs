using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tests.World;
using Advisor.Tests;
using Advisor.Web.OpenApi;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests;

/// <summary>GET /openapi.json against the routes, against the answers, and against redocly.</summary>
public sealed class OpenApiTests : IDisposable
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    // Stands for the id that the world gave.
    private const string DeadLetterId = "DEAD-LETTER";

    private readonly TemporaryFolder folder = new();
    private string deadLetter = "";

    public static bool AjvIsPresent => Ajv.IsPresent;

    public static bool RedoclyIsPresent => File.Exists(Redocly);

    private static string Redocly => RepositoryFiles.GetPath("tests", "node_modules", "@redocly", "cli", "bin", "cli.js");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Each operation with an address that it answers with 200.</summary>
    internal static readonly Dictionary<string, string> Requests = new(StringComparer.Ordinal)
    {
        ["getFleet"] = "/api/fleet?limit=1",
        ["getSeries"] = "/api/series?resource=" + Chat,
        ["getTimeline"] = "/api/timeline",
        ["listResources"] = "/api/resources",
        ["getResource"] = "/api/resources" + Chat,
        ["listDecisions"] = "/api/history?limit=1&resource=" + Chat,
        ["listChanges"] = "/api/changes?resource=" + Chat,
        ["listDeadLetters"] = "/api/dead-letters",
        ["getDeadLetter"] = $"/api/dead-letters/{DeadLetterId}",
        ["resendDeadLetter"] = $$"""/api/dead-letters/{{DeadLetterId}}/resend {"by":"dana"}""",
        ["getService"] = "/api/service",
        ["getStop"] = "/api/resume",
        ["resume"] = """/api/resume {"reason":"lock removed","by":"dana"}""",
        ["pause"] = $$"""/api/pause {"resource":"{{Chat}}","scaling":"scaleIn","until":"2h","reason":"load test","by":"dana"}""",
        ["evaluate"] = $$"""/api/evaluate {"resourceIds":["{{Chat}}"]}""",
        ["getMetrics"] = "/metrics",
        ["getLiveness"] = "/open/live",
        ["getReadiness"] = "/open/ready",
        ["getHealth"] = "/open/health",
        ["getDescription"] = "/openapi.json",
    };

    // A request of each operation that answers 404 where the thing it names is not there.
    private static readonly Dictionary<string, string> Missing = new(StringComparer.Ordinal)
    {
        ["getSeries"] = "/api/series?resource=" + Chat + "-2",
        ["getResource"] = "/api/resources" + Chat + "-2",
        ["getDeadLetter"] = "/api/dead-letters/x",
        ["resendDeadLetter"] = """/api/dead-letters/x/resend {"by":"dana"}""",
        ["pause"] = $$"""/api/pause {"resource":"{{Chat}}-2","scaling":"scaleIn","until":"2h","reason":"load test","by":"dana"}""",
    };

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Every_operation_of_the_served_document_is_asked()
    {
        await using var world = await CreateWorldAsync();
        var document = JsonNode.Parse((await world.GetAsync(new Uri(world.Address, "/openapi.json"))).Body)!;

        Assert.Equal(
            Requests.Keys.Order(StringComparer.Ordinal),
            document["paths"]!
                .AsObject()
                .SelectMany(path => path.Value!.AsObject())
                .Select(operation => (string)operation.Value!["operationId"]!)
                .Order(StringComparer.Ordinal)
        );
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task Every_answer_is_as_described_and_has_nothing_else()
    {
        await using var world = await CreateWorldAsync();
        var document = JsonNode.Parse((await world.GetAsync(new Uri(world.Address, "/openapi.json"))).Body)!;
        var answers = new List<(string Request, JsonNode Schema, string Body)>();

        foreach (var operation in ApiOperations.All)
        {
            var (status, body, type) = await SendAsync(world, operation.Method, Requests[operation.Id]);
            Assert.Equal((operation.Id, HttpStatusCode.OK), (operation.Id, status));

            var media = document["paths"]![operation.Path]![operation.Method == "GET" ? "get" : "post"]!["responses"]!["200"]!["content"];
            Assert.NotNull(media![type!]);

            // Metrics are text, which their own tests read.
            if (operation.Id != "getMetrics")
            {
                answers.Add((operation.Id, media!["application/json"]!["schema"]!, body));
            }
        }

        await ValidateAsync(document, answers);
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task Every_refusal_is_a_problem_as_described()
    {
        await using var world = await CreateWorldAsync();
        var document = JsonNode.Parse((await world.GetAsync(new Uri(world.Address, "/openapi.json"))).Body)!;
        var answers = new List<(string Request, JsonNode Schema, string Body)>();

        foreach (var operation in ApiOperations.All.Where(operation => operation.Problems.Contains(400)))
        {
            var wrong = operation.Method == "POST" ? "[]" : "?limit=0&resource=x&points=x";
            var path = operation.Path.Replace("{id}", "x", StringComparison.Ordinal);
            var (status, body, type) = await SendAsync(
                world,
                operation.Method,
                operation.Method == "POST" ? $"{path} {wrong}" : path + wrong
            );

            Assert.Equal((operation.Id, HttpStatusCode.BadRequest, "application/problem+json"), (operation.Id, status, type));
            answers.Add((operation.Id, document["components"]!["schemas"]!["ApiProblem"]!, body));
        }

        await ValidateAsync(document, answers);
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task What_is_not_there_and_every_other_method_is_a_problem_as_described()
    {
        await using var world = await CreateWorldAsync();
        var document = JsonNode.Parse((await world.GetAsync(new Uri(world.Address, "/openapi.json"))).Body)!;
        var answers = new List<(string Request, HttpStatusCode Expected, (HttpStatusCode Status, string Body, string? Type) Answer)>();
        foreach (var (id, request) in Missing)
        {
            Assert.Contains(404, ApiOperations.All.Single(operation => operation.Id == id).Problems);
            answers.Add((request, HttpStatusCode.NotFound, await SendAsync(world, request.Contains(' ') ? "POST" : "GET", request)));
        }

        foreach (var path in ApiOperations.All.Select(operation => operation.Path).Distinct(StringComparer.Ordinal))
        {
            var address = path.Replace(
                "{id}",
                path.Contains("dead-letters", StringComparison.Ordinal) ? "x" : Chat[1..],
                StringComparison.Ordinal
            );
            answers.Add((address, HttpStatusCode.MethodNotAllowed, await SendAsync(world, "DELETE", address)));
        }

        Assert.Equal(
            ApiOperations
                .All.Where(operation => operation.Problems.Contains(404))
                .Select(operation => operation.Id)
                .Order(StringComparer.Ordinal),
            Missing.Keys.Order(StringComparer.Ordinal)
        );
        Assert.All(
            answers,
            it => Assert.Equal((it.Request, it.Expected, "application/problem+json"), (it.Request, it.Answer.Status, it.Answer.Type))
        );
        await ValidateAsync(
            document,
            [.. answers.Select((it, i) => ($"{i} {it.Request}", document["components"]!["schemas"]!["ApiProblem"]!, it.Answer.Body))]
        );
    }

    [Fact]
    public async Task Every_path_answers_Head_as_Get_and_refuses_other_methods_with_Allow()
    {
        await using var world = await CreateWorldAsync();

        foreach (var path in ApiOperations.All.GroupBy(operation => operation.Path, StringComparer.Ordinal))
        {
            var address = path.Key.Replace("{id}", Chat[1..], StringComparison.Ordinal);
            if (path.Key.Contains("dead-letters/{id}", StringComparison.Ordinal))
            {
                address = path.Key.Replace("{id}", "x", StringComparison.Ordinal);
            }

            var gets = path.Any(operation => operation.Method == "GET");
            string[] allowed = [.. gets ? (string[])["GET", "HEAD"] : [], .. path.Any(o => o.Method == "POST") ? (string[])["POST"] : []];
            foreach (var method in new[] { "DELETE", "PUT", gets ? "PATCH" : "HEAD" })
            {
                using var request = new HttpRequestMessage(new HttpMethod(method), new Uri(world.Address, address));
                using var answer = await world.Http.SendAsync(request, Cancellation);
                Assert.Equal((address, HttpStatusCode.MethodNotAllowed), (address, answer.StatusCode));
                Assert.Equal(allowed, answer.Content.Headers.Allow.Order(StringComparer.Ordinal));
            }

            if (path.FirstOrDefault(o => o.Method == "GET") is { } get && Requests.TryGetValue(get.Id, out var query))
            {
                var (full, _, type) = await SendAsync(world, "GET", query);
                var (head, body, headType) = await SendAsync(world, "HEAD", query);
                Assert.Equal((query, full, type, ""), (query, head, headType, body));
            }
        }
    }

    [Fact]
    public async Task A_cursor_of_an_answer_is_accepted_and_a_broken_one_is_400()
    {
        await using var world = await CreateWorldAsync();

        foreach (var path in (string[])["/api/fleet?limit=1", "/api/resources?limit=1"])
        {
            var next = (string)JsonNode.Parse((await SendAsync(world, "GET", path)).Body)!["next"]!;
            var (status, body, _) = await SendAsync(world, "GET", $"{path}&after={Uri.EscapeDataString(next)}");
            Assert.True(status == HttpStatusCode.OK, $"{path}: {status} {body}");
        }

        foreach (
            var path in (string[])
                [
                    "/api/fleet?after=Zm9v", // foo, which is no id
                    "/api/fleet?after=L2E=", // padded, as next never is
                    "/api/fleet?after=%ff",
                    "/api/resources?after=x.y",
                    "/api/resources?after=-1.",
                    "/api/timeline?after=abc",
                    "/api/timeline?after=t-123",
                    $"/api/history?resource={Chat}&after=abc",
                    $"/api/changes?resource={Chat}&after=r_1",
                ]
        )
        {
            var (status, body, _) = await SendAsync(world, "GET", path);
            Assert.Equal((path, HttpStatusCode.BadRequest), (path, status));
            Assert.Contains("after must be the value of next", body, StringComparison.Ordinal);
        }
    }

    [Fact(Skip = "@redocly/cli is not there: run tests/run, or npm ci in tests/ (needs Node.js).", SkipUnless = nameof(RedoclyIsPresent))]
    public async Task Redocly_finds_nothing_to_complain_about()
    {
        await using var world = await CreateWorldAsync();
        var file = folder.Write("openapi.json", (await world.GetAsync(new Uri(world.Address, "/openapi.json"))).Body);
        using var node = System.Diagnostics.Process.Start(
            new System.Diagnostics.ProcessStartInfo(
                "node",
                [Redocly, "lint", file, "--extends=recommended", "--skip-rule=operation-4xx-response"]
            )
            {
                WorkingDirectory = folder.Path,
                Environment = { ["REDOCLY_TELEMETRY"] = "off", ["REDOCLY_SUPPRESS_UPDATE_NOTICE"] = "true" },
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            }
        )!;
        var (output, error) = (node.StandardOutput.ReadToEndAsync(Cancellation), node.StandardError.ReadToEndAsync(Cancellation));
        await node.WaitForExitAsync(Cancellation);

        var said = await output + await error;
        Assert.True(
            node.ExitCode == 0
                && said.Contains("Your API description is valid", StringComparison.Ordinal)
                && !said.Contains("You have", StringComparison.Ordinal),
            said
        );
    }

    // With actual costs, a dead-lettered message and a stop, so that no operation lacks what it answers.
    private async Task<ApiWorld> CreateWorldAsync()
    {
        var world = await ApiWorld.StartAsync();
        var chat = world.Service.Azure.Add("chat", 1, _ => 2600).Id;
        world.Service.Azure.Add("game", 5, _ => 100);
        world.Service.Costs = new CostList { ListRows = (_, window) => [new(chat, window.To, "Standard Unit", "EUR", 1.5m, 1)] };
        await world.Service.RunAsync(20);
        var state = await world.Service.OpenStateAsync();
        deadLetter = await state.DeadLetters.AddAsync(CreateDeadLetter(world.Now), Cancellation);
        await state.Fleet.PauseAsync(new PauseMark("advisor", "three failed", world.Now), Cancellation);
        return world;
    }

    private static DeadLetter CreateDeadLetter(DateTimeOffset at) =>
        new()
        {
            Queue = "delivery",
            MessageId = "2",
            At = at,
            Problem = "teams did not accept it in 8 attempts.",
            Text = "{}",
            Delivery = new DeadLetterDelivery("fleet", "n", "teams", "k"),
        };

    private async Task<(HttpStatusCode Status, string Body, string? Type)> SendAsync(ApiWorld world, string method, string request)
    {
        request = request.Replace(DeadLetterId, deadLetter, StringComparison.Ordinal);
        var cut = request.IndexOf(' ', StringComparison.Ordinal);
        using var message = new HttpRequestMessage(
            new HttpMethod(method),
            new Uri(world.Address + (cut < 0 ? request : request[..cut]).TrimStart('/'))
        );
        message.Content =
            cut < 0 ? null : new StringContent(request[(cut + 1)..], Encoding.UTF8, new MediaTypeHeaderValue("application/json"));
        using var answer = await world.Http.SendAsync(message, Cancellation);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancellation), answer.Content.Headers.ContentType?.MediaType);
    }

    // All in one document, a member for each answer, with the components that their schemas refer to; closed: an answer with a member that
    // no one described is wrong.
    private async Task ValidateAsync(JsonNode document, IReadOnlyList<(string Request, JsonNode Schema, string Body)> answers)
    {
        Assert.NotEmpty(answers);
        var schema = new JsonObject
        {
            ["type"] = "object",
            ["properties"] = new JsonObject(answers.Select(it => KeyValuePair.Create(it.Request, (JsonNode?)it.Schema.DeepClone()))),
            ["required"] = new JsonArray([.. answers.Select(it => (JsonNode)it.Request)]),
            ["components"] = document["components"]!.DeepClone(),
        };
        Close(schema);
        var bodies = new JsonObject(answers.Select(it => KeyValuePair.Create(it.Request, JsonNode.Parse(it.Body))));
        var (code, output) = await Ajv.ValidateAsync(
            folder.Write("schema.json", schema.ToJsonString()),
            folder.Write("bodies.json", bodies.ToJsonString())
        );
        Assert.True(code == 0, $"{output}\n{bodies}");
    }

    private static void Close(JsonNode? node)
    {
        if (node is JsonArray list)
        {
            list.ToList().ForEach(Close);
        }
        else if (node is JsonObject map)
        {
            map.Select(member => member.Value).ToList().ForEach(Close);
            if (map["properties"] is JsonObject && map["type"] is not null && map["additionalProperties"] is null)
            {
                map["additionalProperties"] = false;
            }
        }
    }
}
