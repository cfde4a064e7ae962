using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Advisor.Tests;

/// <summary>
/// Which folder of a project uses which, by the types of the compiled assembly: bases, fields, signatures and the code of methods. A
/// folder is the namespace below that of the project; its own files are <c>.</c>. Constants leave no trace in an assembly.
/// </summary>
internal sealed class AssemblyDependencies
{
    private static readonly Dictionary<short, OpCode> OpCodesByValue = typeof(OpCodes)
        .GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => code.Value);

    private readonly MetadataReader metadata;
    private readonly PEReader image;
    private readonly TypesOfSignature signatures = new();

    private AssemblyDependencies(PEReader image)
    {
        this.image = image;
        metadata = image.GetMetadataReader();
    }

    /// <summary>Each dependency between folders once, with one type that has it, ordered.</summary>
    public static IReadOnlyList<FolderDependency> Read(Assembly assembly)
    {
        using var file = File.OpenRead(assembly.Location);
        using var reader = new PEReader(file);
        return new AssemblyDependencies(reader).Read(assembly.GetName().Name!);
    }

    private List<FolderDependency> Read(string project) =>
        [
            .. metadata
                .TypeDefinitions.SelectMany(type => ListUses(type).Select(used => (User: FindOutermost(type), Used: FindOutermost(used))))
                .Select(pair => new FolderDependency(
                    FindFolder(pair.User, project),
                    FindFolder(pair.Used, project),
                    $"{GetName(pair.User)} uses {GetName(pair.Used)}"
                ))
                .Where(dependency => dependency is { From: not "", To: not "" } && dependency.From != dependency.To)
                .GroupBy(dependency => (dependency.From, dependency.To))
                .Select(same => same.MinBy(dependency => dependency.Example, StringComparer.Ordinal)!)
                .OrderBy(dependency => dependency.From, StringComparer.Ordinal)
                .ThenBy(dependency => dependency.To, StringComparer.Ordinal),
        ];

    private IEnumerable<TypeDefinitionHandle> ListUses(TypeDefinitionHandle handle)
    {
        var type = metadata.GetTypeDefinition(handle);
        return ListTypes(type.BaseType)
            .Concat(type.GetInterfaceImplementations().SelectMany(i => ListTypes(metadata.GetInterfaceImplementation(i).Interface)))
            .Concat(type.GetFields().SelectMany(f => metadata.GetFieldDefinition(f).DecodeSignature(signatures, null)))
            .Concat(type.GetMethods().SelectMany(m => ListTypes(metadata.GetMethodDefinition(m))));
    }

    private IEnumerable<TypeDefinitionHandle> ListTypes(MethodDefinition method)
    {
        var signature = method.DecodeSignature(signatures, null);
        var types = signature.ParameterTypes.SelectMany(parameter => parameter).Concat(signature.ReturnType);
        return method.RelativeVirtualAddress == 0 ? types : types.Concat(ListTypes(image.GetMethodBody(method.RelativeVirtualAddress)));
    }

    private IEnumerable<TypeDefinitionHandle> ListTypes(MethodBodyBlock body)
    {
        var locals = body.LocalSignature.IsNil
            ? []
            : metadata.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(signatures, null).SelectMany(local => local);
        return locals.Concat(ReadTokens(body.GetILReader()).SelectMany(ListTypes)).ToList();
    }

    private static List<EntityHandle> ReadTokens(BlobReader code)
    {
        var tokens = new List<EntityHandle>();
        while (code.RemainingBytes > 0)
        {
            var value = (short)code.ReadByte();
            var opCode = OpCodesByValue[value == 0xFE ? (short)(0xFE00 | code.ReadByte()) : value];
            switch (opCode.OperandType)
            {
                case OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok or OperandType.InlineType:
                    tokens.Add((EntityHandle)System.Reflection.Metadata.Ecma335.MetadataTokens.Handle(code.ReadInt32()));
                    break;
                case OperandType.InlineSwitch:
                    var targets = code.ReadInt32();
                    code.Offset += targets * sizeof(int);
                    break;
                case var operand:
                    code.Offset += GetSize(operand);
                    break;
            }
        }

        return tokens;
    }

    private static int GetSize(OperandType operand) =>
        operand switch
        {
            OperandType.InlineNone => 0,
            OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
            OperandType.InlineVar => 2,
            OperandType.InlineI8 or OperandType.InlineR => 8,
            _ => 4,
        };

    private IEnumerable<TypeDefinitionHandle> ListTypes(EntityHandle handle)
    {
        if (handle.IsNil)
        {
            return [];
        }

        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                return [(TypeDefinitionHandle)handle];
            case HandleKind.TypeSpecification:
                return metadata.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(signatures, null);
            case HandleKind.FieldDefinition:
                return [metadata.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType()];
            case HandleKind.MethodDefinition:
                return [metadata.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType()];
            case HandleKind.MemberReference:
                return ListTypes(metadata.GetMemberReference((MemberReferenceHandle)handle).Parent);
            case HandleKind.MethodSpecification:
                var method = metadata.GetMethodSpecification((MethodSpecificationHandle)handle);
                return ListTypes(method.Method).Concat(method.DecodeSignature(signatures, null).SelectMany(argument => argument));
            default:
                return [];
        }
    }

    private TypeDefinitionHandle FindOutermost(TypeDefinitionHandle handle)
    {
        for (var outer = handle; ; handle = outer)
        {
            outer = metadata.GetTypeDefinition(handle).GetDeclaringType();
            if (outer.IsNil)
            {
                return handle;
            }
        }
    }

    private string GetName(TypeDefinitionHandle handle) => metadata.GetString(metadata.GetTypeDefinition(handle).Name);

    /// <summary>Empty for a type outside the project's namespace, such as one that the compiler made.</summary>
    private string FindFolder(TypeDefinitionHandle handle, string project)
    {
        var space = metadata.GetString(metadata.GetTypeDefinition(handle).Namespace);
        return space == project ? "."
            : space.StartsWith(project + ".", StringComparison.Ordinal) ? space[(project.Length + 1)..].Split('.')[0]
            : string.Empty;
    }

    /// <summary>The types of the same assembly in a signature; types of other assemblies are left out.</summary>
    private sealed class TypesOfSignature : ISignatureTypeProvider<IEnumerable<TypeDefinitionHandle>, object?>
    {
        public IEnumerable<TypeDefinitionHandle> GetTypeFromDefinition(
            MetadataReader reader,
            TypeDefinitionHandle handle,
            byte rawTypeKind
        ) => [handle];

        public IEnumerable<TypeDefinitionHandle> GetTypeFromReference(
            MetadataReader reader,
            TypeReferenceHandle handle,
            byte rawTypeKind
        ) => [];

        public IEnumerable<TypeDefinitionHandle> GetTypeFromSpecification(
            MetadataReader reader,
            object? genericContext,
            TypeSpecificationHandle handle,
            byte rawTypeKind
        ) => reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

        public IEnumerable<TypeDefinitionHandle> GetGenericInstantiation(
            IEnumerable<TypeDefinitionHandle> genericType,
            ImmutableArray<IEnumerable<TypeDefinitionHandle>> typeArguments
        ) => genericType.Concat(typeArguments.SelectMany(argument => argument)).ToList();

        public IEnumerable<TypeDefinitionHandle> GetFunctionPointerType(MethodSignature<IEnumerable<TypeDefinitionHandle>> signature) =>
            signature.ParameterTypes.SelectMany(parameter => parameter).Concat(signature.ReturnType).ToList();

        public IEnumerable<TypeDefinitionHandle> GetModifiedType(
            IEnumerable<TypeDefinitionHandle> modifier,
            IEnumerable<TypeDefinitionHandle> unmodifiedType,
            bool isRequired
        ) => unmodifiedType;

        public IEnumerable<TypeDefinitionHandle> GetArrayType(IEnumerable<TypeDefinitionHandle> elementType, ArrayShape shape) =>
            elementType;

        public IEnumerable<TypeDefinitionHandle> GetByReferenceType(IEnumerable<TypeDefinitionHandle> elementType) => elementType;

        public IEnumerable<TypeDefinitionHandle> GetPinnedType(IEnumerable<TypeDefinitionHandle> elementType) => elementType;

        public IEnumerable<TypeDefinitionHandle> GetPointerType(IEnumerable<TypeDefinitionHandle> elementType) => elementType;

        public IEnumerable<TypeDefinitionHandle> GetSZArrayType(IEnumerable<TypeDefinitionHandle> elementType) => elementType;

        public IEnumerable<TypeDefinitionHandle> GetGenericMethodParameter(object? genericContext, int index) => [];

        public IEnumerable<TypeDefinitionHandle> GetGenericTypeParameter(object? genericContext, int index) => [];

        public IEnumerable<TypeDefinitionHandle> GetPrimitiveType(PrimitiveTypeCode typeCode) => [];
    }
}

/// <param name="Example">One type that uses another across the two folders.</param>
internal sealed record FolderDependency(string From, string To, string Example)
{
    /// <summary>Those of <paramref name="found"/> that <paramref name="allowed"/> does not have, each as a sentence.</summary>
    public static IEnumerable<string> ListForbidden(IEnumerable<FolderDependency> found, IReadOnlyDictionary<string, string[]> allowed) =>
        found
            .Where(dependency => !allowed.TryGetValue(dependency.From, out var to) || !to.Contains(dependency.To))
            .Select(dependency => $"{dependency.From} -> {dependency.To}: {dependency.Example}");
}
