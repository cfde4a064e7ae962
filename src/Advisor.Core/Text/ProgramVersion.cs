namespace Advisor.Core.Text;

/// <summary>Version of the program: all its assemblies are of one build.</summary>
public static class ProgramVersion
{
    /// <summary>Major, minor and patch, such as 0.1.0.</summary>
    public static string Text { get; } = typeof(ProgramVersion).Assembly.GetName().Version!.ToString(3);
}
