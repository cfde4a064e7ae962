using System.Text;
using System.Text.Json;
using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Published;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;
using Azure.Data.Tables;

namespace Advisor.Functions.Tests.Faults;

/// <summary>
/// The published executable, two hot resources, and the row with the state of one of them: damaged, or of a newer version. Which of the two
/// it belongs to is seen from what happens.
/// </summary>
public sealed class UnreadableRowTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private const int Ticks = 12;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("state-damaged")]
    public async Task The_app_names_a_damaged_row_leaves_it_as_it_is_and_changes_the_other_resource()
    {
        var problem = await RunAsync(row => row["P"] = Encoding.UTF8.GetBytes("{"));

        Assert.EndsWith(" is damaged: it ends too early. Delete it to start over.", problem, StringComparison.Ordinal);
    }

    [Fact]
    [Fault("state-newer")]
    public async Task The_app_asks_for_its_update_where_a_row_is_of_a_newer_version_leaves_it_as_it_is_and_changes_the_other_resource()
    {
        var problem = await RunAsync(row => row["V"] = 99);

        Assert.EndsWith(" has version 99; this program reads version 1. Update Advisor.", problem, StringComparison.Ordinal);
    }

    /// <returns>What the app wrote about the resource whose row it was.</returns>
    private async Task<string> RunAsync(Action<TableEntity> spoil)
    {
        await using var place = await Installation.StartAsync(package.Folder, [CreateResource("one"), CreateResource("two")]);
        var host = await place.AddHostAsync();
        await place.TickAsync();
        var table = new TableClient(place.Azurite.Tables, "advisor", new TableSharedKeyCredential(Azurite.Account, Azurite.Key));
        var row = await FindStateAsync(table);
        spoil(row);
        await table.UpdateEntityAsync(row, row.ETag, TableUpdateMode.Replace, Cancellation);
        var spoiled = (await table.GetEntityAsync<TableEntity>(row.PartitionKey, row.RowKey, cancellationToken: Cancellation)).Value;

        // Hot from the third minute on, which is seen and answered within two more, and in effect three minutes later.
        for (var tick = 1; tick < Ticks; tick++)
        {
            await place.TickAsync();
        }

        var left = Assert.Single(place.Azure.Resources, resource => resource.Units == 2);
        var changed = Assert.Single(place.Azure.Resources, resource => resource.Units == 3);
        Assert.Equal(1, place.Azure.Calls[CallKind.Patch]);
        Assert.Single(await place.ReadChangesAsync(changed.Id));
        Assert.Empty(await place.ReadChangesAsync(left.Id));
        var after = (await table.GetEntityAsync<TableEntity>(row.PartitionKey, row.RowKey, cancellationToken: Cancellation)).Value;
        Assert.Equal(spoiled.ETag, after.ETag);

        // One message a day, and a line at each tick.
        Assert.Single(place.Receiver.Bodies, body => FindTitle(body) == $"{left.Name} is not evaluated");
        Assert.Single(place.Receiver.Bodies, body => FindTitle(body).StartsWith($"{changed.Name} scaled out", StringComparison.Ordinal));
        Assert.All(host.Outcomes, outcome => Assert.True(outcome.Succeeded, outcome.Problem));
        var lines = host.Log.Where(line => line.Contains($"{left.Id} could not be evaluated: ", StringComparison.Ordinal)).ToList();
        Assert.Equal(Ticks - 1, lines.Count);
        Assert.Contains($"The state of {left.Id} ", lines[0], StringComparison.Ordinal);
        return Assert.Single(lines.Distinct());
    }

    // The present size is right for a while.
    private static LocalResourceSpec CreateResource(string name)
    {
        var hot = LocalScenario.Ten.First(spec => spec.Name == "hot-chat");
        var begin = Installation.Start.AddMinutes(2);
        return hot with
        {
            Name = name,
            Load = hot.Load with
            {
                Connections = hot.Load.Connections * 0.6,
                Steps = [new LoadStep(begin, begin.AddDays(1)) { Connections = hot.Load.Connections }],
            },
        };
    }

    private static async Task<TableEntity> FindStateAsync(TableClient table)
    {
        await foreach (var row in table.QueryAsync<TableEntity>(cancellationToken: Cancellation))
        {
            if (row.RowKey.EndsWith("-n-state", StringComparison.Ordinal))
            {
                return row;
            }
        }

        throw new InvalidOperationException("No resource has a state.");
    }

    private static string FindTitle(JsonElement body) => body.GetProperty("data").GetProperty("title").GetString()!;
}
