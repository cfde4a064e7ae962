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
/// The published executable, three hot resources, and the rows with the states of two of them: one damaged, one of a newer version. Which
/// of the three they belong to is seen from what happens.
/// </summary>
public sealed class UnreadableRowTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private const int Ticks = 12;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("state-damaged")]
    [Fault("state-newer")]
    public async Task The_app_names_a_damaged_row_and_one_of_a_newer_version_leaves_them_as_they_are_and_changes_the_other_resource()
    {
        await using var place = await Installation.StartAsync(package.Folder, [.. new[] { "one", "two", "three" }.Select(CreateResource)]);
        var host = await place.AddHostAsync();
        await place.TickAsync();
        var table = new TableClient(place.Azurite.Tables, "advisor", new TableSharedKeyCredential(Azurite.Account, Azurite.Key));
        var rows = await ListStatesAsync(table);
        var damaged = await SpoilAsync(table, rows[0], row => row["P"] = Encoding.UTF8.GetBytes("{"));
        var newer = await SpoilAsync(table, rows[1], row => row["V"] = 99);

        // Hot from the third minute on, which is seen and answered within two more, and in effect three minutes later.
        for (var tick = 1; tick < Ticks; tick++)
        {
            await place.TickAsync();
        }

        var changed = Assert.Single(place.Azure.Resources, resource => resource.Units == 3);
        Assert.Equal(1, place.Azure.Calls[CallKind.Patch]);
        Assert.Single(await place.ReadChangesAsync(changed.Id));
        Assert.Single(place.Receiver.Bodies, body => FindTitle(body).StartsWith($"{changed.Name} scaled out", StringComparison.Ordinal));
        Assert.All(host.Outcomes, outcome => Assert.True(outcome.Succeeded, outcome.Problem));
        var left = place.Azure.Resources.Where(resource => resource.Units == 2).ToList();
        Assert.Equal(2, left.Count);
        var problems = new List<string>();
        foreach (var resource in left)
        {
            Assert.Empty(await place.ReadChangesAsync(resource.Id));

            // One message a day, and a line at each tick.
            Assert.Single(place.Receiver.Bodies, body => FindTitle(body) == $"{resource.Name} is not evaluated");
            var lines = host.Log.Where(line => line.Contains($"{resource.Id} could not be evaluated: ", StringComparison.Ordinal)).ToList();
            Assert.Equal(Ticks - 1, lines.Count);
            problems.Add(Assert.Single(lines.Distinct()));
            Assert.Contains($"The state of {resource.Id} ", problems[^1], StringComparison.Ordinal);
        }

        Assert.Single(
            problems,
            line => line.EndsWith(" is damaged: it ends too early. Delete it to start over.", StringComparison.Ordinal)
        );
        Assert.Single(
            problems,
            line => line.EndsWith(" has version 99; this program reads versions 1 and 3. Update Advisor.", StringComparison.Ordinal)
        );
        foreach (var spoiled in new[] { damaged, newer })
        {
            Assert.Equal(spoiled.ETag, (await ReadAsync(table, spoiled)).ETag);
        }
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

    private static async Task<List<TableEntity>> ListStatesAsync(TableClient table) =>
        await table
            .QueryAsync<TableEntity>(cancellationToken: Cancellation)
            .Where(row => row.RowKey.EndsWith("-n-state", StringComparison.Ordinal))
            .ToListAsync(Cancellation);

    private static async Task<TableEntity> SpoilAsync(TableClient table, TableEntity row, Action<TableEntity> spoil)
    {
        spoil(row);
        await table.UpdateEntityAsync(row, row.ETag, TableUpdateMode.Replace, Cancellation);
        return await ReadAsync(table, row);
    }

    private static async Task<TableEntity> ReadAsync(TableClient table, TableEntity row) =>
        (await table.GetEntityAsync<TableEntity>(row.PartitionKey, row.RowKey, cancellationToken: Cancellation)).Value;

    private static string FindTitle(JsonElement body) => body.GetProperty("data").GetProperty("title").GetString()!;
}
