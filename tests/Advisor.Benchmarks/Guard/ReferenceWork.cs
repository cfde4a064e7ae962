using System.Security.Cryptography;
using System.Text.Json;

namespace Advisor.Benchmarks.Guard;

/// <summary>The same work on every machine: sorting, hashing, parsing and arithmetic, a second or so of processor time.</summary>
internal static class ReferenceWork
{
    private const int Rounds = 12;

    /// <summary>Returns its processor time in seconds, the least of three.</summary>
    public static double Measure() => Enumerable.Range(0, 3).Min(_ => MeasureOnce());

    private static double MeasureOnce()
    {
        var before = Environment.CpuUsage.TotalTime;
        var sum = 0.0;
        for (var round = 0; round < Rounds; round++)
        {
            var random = new Random(round);
            var values = new double[200_000];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = Math.Exp(random.NextDouble());
            }

            Array.Sort(values);
            var text = JsonSerializer.SerializeToUtf8Bytes(values, ReferenceJson.Default.DoubleArray);
            using var parsed = JsonDocument.Parse(text);
            sum += parsed.RootElement.GetArrayLength() + SHA256.HashData(text)[0] + values[round];
        }

        return sum > 0 ? (Environment.CpuUsage.TotalTime - before).TotalSeconds : throw new InvalidOperationException();
    }
}

[System.Text.Json.Serialization.JsonSerializable(typeof(double[]))]
internal sealed partial class ReferenceJson : System.Text.Json.Serialization.JsonSerializerContext;
