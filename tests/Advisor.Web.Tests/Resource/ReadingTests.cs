using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Service.Changes;
using Advisor.Tests;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

public sealed class ReadingTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    [Fact]
    public async Task What_each_route_answers_reads_as_it_was_reviewed()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve")).Status);
        string[] paths =
        [
            "/api/resources",
            $"/api/resources{Chat}",
            $"/api/history?resource={Chat}&limit=2",
            $"/api/changes?resource={Chat}",
            "/api/changes",
            "/api/dead-letters",
            "/api/dead-letters/none",
            "/api/resources/chat",
            $"/api/resources{Chat}x",
            "/api/history",
            $"/api/history?resource={Chat}&from=yesterday",
            "/api/resources?limit=0",
            "/api/resources?after=x",
            "/api/no/such",
        ];
        var text = new StringBuilder();
        foreach (var path in paths)
        {
            var answer = await world.SendAsync(HttpMethod.Get, path, null, null, null);
            var body = JsonNode.Parse(answer.Body)!;
            Shorten(body);
            text.Append("GET ")
                .Append(path)
                .Append('\n')
                .Append((int)answer.Status)
                .Append(' ')
                .Append(answer.Headers["Content-Type"].Split(';')[0])
                .Append(' ')
                .Append(body.ToJsonString(Indented))
                .Append("\n\n");
        }

        // Half of an approval's id is random.
        Golden.AssertMatches("Advisor.Web.Tests", "api.txt", text.Replace(link.Segments[^1], "ID").ToString());
    }

    /// <summary>Generated clients encode the slashes of a parameter of the path.</summary>
    [Theory]
    [InlineData("%2F")]
    [InlineData("%2f")]
    public async Task A_resource_is_found_by_its_id_with_encoded_slashes(string slash)
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();

        var path = "/api/resources/" + Chat.Replace("/", slash, StringComparison.Ordinal);
        var answer = await world.SendAsync(HttpMethod.Get, path, null, null, null);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal(Chat, JsonNode.Parse(answer.Body)!["resource"]!["id"]!.GetValue<string>());
    }

    [Theory]
    [InlineData("", HttpStatusCode.OK, 2)]
    [InlineData("?limit=1", HttpStatusCode.OK, 1)]
    [InlineData("?limit=5", HttpStatusCode.OK, 2)]
    [InlineData("?code=key", HttpStatusCode.OK, 2)]
    [InlineData("?limit=0", HttpStatusCode.BadRequest, 0)]
    [InlineData("?resource=", HttpStatusCode.BadRequest, 0)]
    public async Task Without_a_resource_the_changes_in_progress_are_listed(string query, HttpStatusCode status, int changes)
    {
        await using var world = await ApiWorld.StartAsync();
        await BeginChangesAsync(world, "chat", "orders");

        var answer = await world.SendAsync(HttpMethod.Get, "/api/changes" + query, null, null, null);

        Assert.Equal(status, answer.Status);
        Assert.Equal(changes, JsonNode.Parse(answer.Body)!["changes"]?.AsArray().Count ?? 0);
    }

    // The store of a process by itself has one bucket, of which 100 changes were listed.
    [Theory]
    [InlineData("", 101)]
    [InlineData("?limit=1000", 101)]
    public async Task All_changes_in_progress_of_a_large_fleet_are_listed(string query, int changes)
    {
        await using var world = await ApiWorld.StartAsync();
        await BeginChangesAsync(world, [.. Enumerable.Range(1, 101).Select(number => $"chat-{number}")]);

        var answer = await world.SendAsync(HttpMethod.Get, "/api/changes" + query, null, null, null);

        Assert.Equal(changes, JsonNode.Parse(answer.Body)!["changes"]!.AsArray().Count);
    }

    [Fact]
    public async Task A_line_of_the_audit_trail_has_the_whole_decision_as_data()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();

        using var body = JsonDocument.Parse(
            (await world.SendAsync(HttpMethod.Get, $"/api/history?resource={Chat}&limit=1", null, null, null)).Body
        );

        var details = body.RootElement.GetProperty("decisions")[0].GetProperty("details");
        Assert.Equal(
            (Chat, "scaleOut", 3),
            (
                details.GetProperty("resource").GetString(),
                details.GetProperty("action").GetString(),
                details.GetProperty("units").GetInt32()
            )
        );
    }

    // The whole decision has tests and goldens of its own.
    private static void Shorten(JsonNode? node)
    {
        if (node is JsonArray array)
        {
            foreach (var item in array)
            {
                Shorten(item);
            }
        }
        else if (node is JsonObject fields)
        {
            if (fields["details"] is JsonObject details)
            {
                fields["details"] = $"(an object of {details.Count} fields)";
            }

            foreach (var (_, value) in fields.ToList())
            {
                Shorten(value);
            }
        }
    }

    private static async Task BeginChangesAsync(ApiWorld world, params string[] names)
    {
        var state = await world.Service.OpenStateAsync();
        foreach (var name in names)
        {
            var change = new ChangeRecord
            {
                ResourceId = FleetSample.CreateId(name),
                DecidedAt = world.Now,
                FromSku = "Standard_S1",
                FromUnits = 4,
                ToSku = "Standard_S1",
                ToUnits = 5,
            };
            await state.Changes.OpenAsync(change, CancellationToken.None);
        }
    }
}
