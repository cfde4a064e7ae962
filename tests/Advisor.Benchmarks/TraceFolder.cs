using Advisor.Lab.Traces;

namespace Advisor.Benchmarks;

/// <summary>The traces of a folder that a benchmark is given, in the order of their names.</summary>
internal static class TraceFolder
{
    /// <exception cref="InvalidDataException">A file is no trace: what is wrong with it.</exception>
    public static IEnumerable<Trace> Read(string folder)
    {
        foreach (var file in Directory.GetFiles(folder, "*.csv").Order(StringComparer.Ordinal))
        {
            using var text = File.OpenText(file);
            var reading = TraceReader.Read(text, Path.GetFileNameWithoutExtension(file));
            yield return reading.Trace ?? throw new InvalidDataException(reading.Problem);
        }
    }
}
