using Advisor.Cli.Tests.World;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Advisor.Cli.Tests.Commands.Mcp;

/// <summary>Calls stay within the groups and tags that <c>advisor mcp</c> was started with.</summary>
public sealed class McpScopeTests : IAsyncLifetime
{
    private static readonly string[] OneTeam = ["--tag", "advisor-team=chat"];
    private static readonly string[] TwoGroups = ["--resource-group", "first", "--resource-group", "second"];

    private readonly TemporaryFolder folder = new();
    private LocalAzureHost azure = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        string[] groups = ["first", "second", "third"];
        azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Resources = [.. LocalScenario.Ten.Select((resource, i) => resource with { ResourceGroup = groups[i % groups.Length] })],
            },
            Cancellation
        );
    }

    public async ValueTask DisposeAsync()
    {
        await azure.DisposeAsync();
        folder.Dispose();
    }

    [Fact]
    public async Task A_call_selects_among_the_groups_of_the_server()
    {
        await using var server = await StartAsync(TwoGroups);

        Assert.Equal(ListNames("second"), await ListFleetAsync(server.Client, "resourceGroup", "SECOND"));
        Assert.Equal(ListNames("first", "second"), await ListFleetAsync(server.Client));

        Assert.Equal(
            "This server answers about the resource groups first and second only, not 'third'.",
            await FailAsync(server.Client, "resourceGroup", "first", "third")
        );
    }

    [Fact]
    public async Task A_call_selects_among_the_resources_with_the_tag_of_the_server()
    {
        await using var server = await StartAsync(OneTeam);
        var chat = await ListFleetAsync(server.Client);
        Assert.InRange(chat.Count, 1, 9);

        // Every resource of the server has the tag.
        Assert.Equal(chat, await ListFleetAsync(server.Client, "tag", "Advisor-Team"));
        Assert.Equal(chat, await ListFleetAsync(server.Client, "tag", "advisor-team=Chat"));
        Assert.StartsWith(
            "advisor: a resource has one value of a tag: not both --tag advisor-team=chat and --tag advisor-team=live.",
            await FailAsync(server.Client, "tag", "advisor-team=live"),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_timeline_of_all_resources_is_no_answer_of_a_server_for_some()
    {
        await using var server = await StartAsync(OneTeam);

        var answer = await server.Client.CallToolAsync("timeline", cancellationToken: Cancellation);

        Assert.True(answer.IsError);
        Assert.StartsWith("This server answers about a part of the resources", ReadText(answer), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_call_states_the_value_of_a_tag_that_the_server_has_without_one()
    {
        await using var server = await StartAsync("--tag", "advisor-team");

        Assert.Contains("hot-chat", await ListFleetAsync(server.Client, "tag", "advisor-team=chat"));
    }

    [Theory]
    [InlineData("evaluate")]
    [InlineData("report")]
    [InlineData("mcp")]
    public async Task Two_values_of_a_tag_are_a_wrong_command_line(string command)
    {
        var run = await CliResult.RunAsync([command, "--local", "--tag", "team=chat", "--tag", "Team=live"]);

        Assert.Equal((ExitCodes.Usage, string.Empty), (run.ExitCode, run.Out));
        Assert.StartsWith(
            "advisor: a resource has one value of a tag: not both --tag team=chat and --tag Team=live.",
            run.Error,
            StringComparison.Ordinal
        );
    }

    private List<string> ListNames(params string[] groups) =>
        [
            .. azure
                .Resources.Where(resource => groups.Contains(resource.Spec.ResourceGroup))
                .Select(resource => resource.Spec.Name)
                .Order(StringComparer.Ordinal),
        ];

    private Task<McpConnection> StartAsync(params string[] scope) =>
        McpConnection.StartAsync(folder.Path, ["--endpoint", azure.Endpoint.AbsoluteUri, .. scope], Cancellation);

    // The first column of the table: names.
    private async Task<List<string>> ListFleetAsync(McpClient client, string? argument = null, params string[] values)
    {
        var (text, isError) = await CallAsync(client, argument, values);
        Assert.False(isError, text);
        return
        [
            .. LocalScenario
                .Ten.Select(resource => resource.Name)
                .Where(name => text.Contains($"| {name} |", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
        ];
    }

    private static async Task<string> FailAsync(McpClient client, string argument, params string[] values)
    {
        var (text, isError) = await CallAsync(client, argument, values);
        Assert.True(isError, text);
        return text;
    }

    private static async Task<(string Text, bool IsError)> CallAsync(McpClient client, string? argument, string[] values)
    {
        var arguments = argument is null ? [] : new Dictionary<string, object?> { [argument] = values };
        var answer = await client.CallToolAsync("fleet", arguments, cancellationToken: Cancellation);
        return (ReadText(answer), answer.IsError == true);
    }

    private static string ReadText(CallToolResult answer) => Assert.IsType<TextContentBlock>(Assert.Single(answer.Content)).Text;
}
