using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Resources;

namespace Advisor.Lab.Tests.LocalAzure.Load;

public sealed class LocalLoadTests
{
    private static readonly DateTimeOffset Morning = new(2026, 1, 5, 9, 0, 0, TimeSpan.Zero);

    private static readonly LocalResourceSpec Swinging = new()
    {
        Name = "swinging",
        Units = 2,
        Load = new LocalLoad
        {
            Connections = 1000,
            DailyWave = 0.5,
            Law = new SimulationParameters(NoiseSd: 0),
        },
    };

    [Fact]
    public async Task The_wave_is_at_its_middle_at_09_00_its_top_at_15_00_and_its_bottom_at_03_00()
    {
        var readings = await ReadConnectionsAsync(speed: 1, Morning.AddDays(1), Morning.AddHours(-6), Morning, Morning.AddHours(6));

        Assert.Equal([500, 1000, 1500], readings);
    }

    [Fact]
    public async Task At_speed_60_six_hours_of_demand_pass_in_six_minutes_after_the_start_and_none_faster_before()
    {
        // Started at 09:00, the middle; an hour before is an hour before in the demand too: 1000 - 500 sin 15 degrees = 871.
        var readings = await ReadConnectionsAsync(speed: 60, Morning.AddMinutes(10), Morning.AddHours(-1), Morning, Morning.AddMinutes(6));

        Assert.Equal([871, 1000, 1500], readings);
    }

    [Fact]
    public async Task Server_load_follows_the_law_of_the_simulated_service_at_the_size_in_force()
    {
        var time = new ManualTimeProvider(Morning.AddHours(1));
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = time, Resources = [Swinging] });
        using var client = new LocalAzureClient(azure);

        // Echo, 1,000 connections x 0.5 x 1,024 B = 0.512 MB/s of 4 MB/s; connections 0.5 of two units: 70 x 0.128 + 8 x 0.5 = 12.96.
        var answer = await client.ReadMetricsAsync(azure.Resources[0].Id, "ServerLoad", Morning, Morning.AddMinutes(1));

        Assert.Equal(12.96, (double)answer.Json["value"]![0]!["timeseries"]![0]!["data"]![0]!["average"]!, 6);
    }

    [Fact]
    public async Task A_full_size_shows_what_it_serves_and_closes_the_clients_that_it_refuses_as_throttled()
    {
        var time = new ManualTimeProvider(Morning.AddHours(1));
        var full = Swinging with { Units = 1, Load = Swinging.Load with { Connections = 2500, DailyWave = 0 } };
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = time, Resources = [full] });
        using var client = new LocalAzureClient(azure);

        // 1,000 of 2,500 clients are accepted; echo, 0.5 x 1,024 B a second each, both legs: 1,000 x 0.5 x 1,024 x 60 x 2 bytes a minute.
        // 1,500 of 2,500 are refused: 60 %.
        Assert.Equal(1000, await ReadAsync("ConnectionCount", "maximum"));
        Assert.Equal(100, await ReadAsync("ConnectionQuotaUtilization", "average"));
        Assert.Equal(61_440_000, await ReadAsync("InboundTraffic", "total"));
        Assert.Equal(60, await ReadAsync("UserErrors", "maximum"));
        Assert.Equal(1500, await ReadAsync("ConnectionCloseCount", "total", "ConnectionCloseCategory eq 'Throttled'"));
        Assert.InRange(await ReadAsync("ConnectionOpenCount", "total"), 1500, 1510);

        async Task<double> ReadAsync(string metric, string aggregation, string? filter = null)
        {
            var more = $"interval=PT1M&aggregation={aggregation}" + (filter is null ? "" : "&$filter=" + Uri.EscapeDataString(filter));
            var answer = await client.ReadMetricsAsync(azure.Resources[0].Id, metric, Morning, Morning.AddMinutes(1), more);
            return (double)answer.Json["value"]![0]!["timeseries"]![0]!["data"]![0]![aggregation]!;
        }
    }

    private static async Task<IReadOnlyList<double>> ReadConnectionsAsync(double speed, DateTimeOffset now, params DateTimeOffset[] minutes)
    {
        var time = new ManualTimeProvider(Morning);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = time,
                Speed = speed,
                Resources = [Swinging],
            }
        );
        using var client = new LocalAzureClient(azure);
        time.Advance(now - Morning);
        var readings = new List<double>();
        foreach (var minute in minutes)
        {
            var answer = await client.ReadMetricsAsync(azure.Resources[0].Id, "ConnectionCount", minute, minute.AddMinutes(1));
            readings.Add((double)answer.Json["value"]![0]!["timeseries"]![0]!["data"]![0]!["maximum"]!);
        }

        return readings;
    }
}
