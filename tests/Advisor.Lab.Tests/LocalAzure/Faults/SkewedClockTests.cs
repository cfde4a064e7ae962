using System.Net;
using Advisor.Lab.LocalAzure;

namespace Advisor.Lab.Tests.LocalAzure.Faults;

public sealed class SkewedClockTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_step_shows_a_wrong_time_for_its_span_while_answers_keep_the_right_date()
    {
        var time = new ManualTimeProvider(Start);
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = time }, Cancel);
        using var client = new LocalAzureClient(azure);
        var step = await client.AddSkewAsync(Start.AddMinutes(1), Start.AddMinutes(3), 7200);
        Assert.Equal(HttpStatusCode.Created, step.Status);
        var shown = new List<string>();
        for (var minute = 0; minute < 5; minute++)
        {
            var answer = await client.GetAsync("/tenants");
            shown.Add($"{await ReadClockAsync(client):HH:mm} " + $"{DateTimeOffset.Parse(answer.Headers["Date"]):HH:mm}");
            time.Advance(TimeSpan.FromMinutes(1));
        }

        // From inclusive, until exclusive.
        Assert.Equal(["08:00 08:00", "10:01 08:01", "10:02 08:02", "08:03 08:03", "08:04 08:04"], shown);
    }

    [Fact]
    public async Task Steps_end_when_they_are_deleted_and_one_that_is_no_span_is_refused()
    {
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = new ManualTimeProvider(Start) }, Cancel);
        using var client = new LocalAzureClient(azure);
        var wrong = await client.AddSkewAsync(Start, Start, 60);
        Assert.Equal(HttpStatusCode.BadRequest, wrong.Status);
        await client.AddSkewAsync(Start, Start.AddDays(1), -3600);
        Assert.Equal(Start.AddHours(-1), await ReadClockAsync(client));
        using var deleted = await client.Http.DeleteAsync(new Uri("/local/clock/skews", UriKind.Relative), Cancel);
        Assert.Equal(Start, await ReadClockAsync(client));
    }

    private static async Task<DateTimeOffset> ReadClockAsync(LocalAzureClient client) =>
        (await client.GetJsonAsync("/local/clock"))["now"]!.GetValue<DateTimeOffset>().ToUniversalTime();
}
